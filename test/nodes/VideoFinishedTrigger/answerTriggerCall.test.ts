import { describe, expect, it } from 'vitest';
import { addLabel, signLabel } from '../../../nodes/links/label.ts';
import { bounds } from '../../../nodes/VideoFinishedTrigger/TriggerMemory.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { testCredential } from '../../engine/runNode.ts';
import { call, done, keepApart } from './scene.ts';

keepApart();

describe('VideoFinishedTrigger', () => {
  it('starts the workflow with what the service says, not with what the caller says', async () => {
    const service = fakeService(() => done);
    const forged = { id: 'a', status: 'failed', results: ['https://evil.test/x'] };
    const { items, ...answer } = await call(forged);
    expect(answer).toMatchObject({ message: 'The workflow was started', noWebhookResponse: true });
    expect(service.requests.map(({ path }) => path)).toEqual(['/v1/tasks/a']);
    expect(items).toEqual([
      {
        json: {
          id: 'a',
          status: 'completed',
          results: ['https://files.test/a.mp4'],
          videoUrl: 'https://files.test/a.mp4',
          credits: 3,
        },
      },
    ]);
  });

  it('starts the workflow for the task of a multipart form', async () => {
    fakeService(() => done);
    expect((await call(undefined, { form: { id: 'a' } })).items).toHaveLength(1);
  });

  const isCheck = {
    httpStatus: 200,
    message: 'This URL works: calls about finished videos start it',
    noWebhookResponse: true,
  };
  const lostBody = expect.stringContaining('use the https address') as string;
  const unclear = { httpStatus: 422, message: '"id" must be the ID of a task that can be checked' };
  it.each<[string, string, unknown, object]>([
    ['a body without an id', 'POST', { status: 'completed' }, unclear],
    ['an id behind more than a task needs', 'POST', { x: 'x'.repeat(70_000), id: 'a' }, unclear],
    ['what a redirect to https leaves', 'GET', undefined, { httpStatus: 405, message: lostBody }],
    ['a check of the address', 'HEAD', undefined, isCheck],
    ['nothing, as a check', 'POST', undefined, isCheck],
    ['an empty object in lines, as a check', 'POST', ' {\r\n}\n', isCheck],
  ])('answers %s by %s with what it is, and asks nobody', async (_, method, body, want) => {
    const service = fakeService(() => done);
    expect(await call(body, { method })).toMatchObject({ ...want, items: undefined });
    expect(service.requests).toEqual([]);
  });

  it('says when to call again to one that is one too many', async () => {
    fakeService(() => ({ status: 401, body: {} }));
    const shared = { node: 'too many' };
    // Each looks three times.
    const length = bounds.perMinuteAndCaller / 3;
    const calls = Array.from({ length }, (_, nth) => call({ id: `forged_${nth}` }, shared));
    await Promise.all(calls);
    expect(await call({ id: 'forged' }, shared)).toMatchObject({
      httpStatus: 429,
      message: 'Too many calls are waiting to be checked',
      retryAfter: '60',
    });
    const other = await call({ id: 'forged' }, { ...shared, ip: '203.0.113.7' });
    expect(other).toMatchObject({ httpStatus: 502 });
  });

  it('answers 502, starts nothing and shows no key when its own key is refused', async () => {
    const service = fakeService(() => ({ status: 401, body: { error: testCredential.apiKey } }));
    expect(await call({ id: 'a' })).toEqual({
      noWebhookResponse: true,
      httpStatus: 502,
      message: 'The service refused to tell the status of the task',
      items: undefined,
      timeoutMs: 10_000,
    });
    expect(service.requests).toHaveLength(3);
  });

  it.each([
    ['the account’s key', testCredential.apiKey, { label: 'order 1042' }],
    ['another key', 'someone else’s key', { unverifiedLabel: 'order 1042' }],
  ])('says of a label signed with %s whether it can be trusted', async (_, key, want) => {
    fakeService(() => done);
    const url = addLabel('https://n8n.test/a', 'order 1042', await signLabel(key, 'order 1042'));
    const query = Object.fromEntries(new URL(url).searchParams);
    const { items } = await call({ id: 'a' }, { query });
    const labels = Object.entries(items![0]!.json).filter(([name]) => /label/i.test(name));
    expect(Object.fromEntries(labels)).toEqual(want);
  });
});
