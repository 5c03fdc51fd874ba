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

  it.each<[string, unknown]>([
    ['a body without an id', { status: 'completed' }],
    ['an id behind more than a task needs', { x: 'x'.repeat(70_000), id: 'a' }],
  ])('answers %s with 422 and asks nobody', async (_, body) => {
    const service = fakeService(() => done);
    expect(await call(body)).toMatchObject({ httpStatus: 422, items: undefined });
    expect(service.requests).toEqual([]);
  });

  it('tells a caller whose call has lost its body on the way, as by a redirect to https', async () => {
    const service = fakeService(() => done);
    const answer = await call(undefined, { method: 'GET' });
    expect(answer).toMatchObject({ httpStatus: 405, items: undefined });
    expect(answer.message).toContain('use the https address');
    expect(service.requests).toEqual([]);
  });

  it.each<[string, unknown, string?]>([
    ['HEAD', undefined, 'HEAD'],
    ['POST of nothing', undefined],
    ['POST of an empty object in lines', ' {\r\n}\n'],
  ])('takes %s for a check of the address', async (_, body, method = 'POST') => {
    const service = fakeService(() => done);
    expect(await call(body, { method })).toMatchObject({
      httpStatus: 200,
      message: 'This URL works: calls about finished videos start it',
      noWebhookResponse: true,
      items: undefined,
    });
    expect(service.requests).toEqual([]);
  });

  it('says when to call again to one that is one too many', async () => {
    fakeService(() => ({ status: 401, body: {} }));
    const shared = { node: 'too many' };
    // Each looks three times.
    const calls = Array.from(
      { length: bounds.perMinuteAndCaller / 3 },
      (_, nth) => `forged_${nth}`,
    );
    await Promise.all(calls.map((id) => call({ id }, shared)));
    expect(await call({ id: 'forged' }, shared)).toMatchObject({
      httpStatus: 429,
      message: 'Too many calls are waiting to be checked',
      retryAfter: '60',
    });
    expect(await call({ id: 'forged' }, { ...shared, ip: '203.0.113.7' })).toMatchObject({
      httpStatus: 502,
    });
  });

  it('answers 502, starts nothing and shows no key when its own key is refused', async () => {
    const service = fakeService(() => ({ status: 401, body: { error: testCredential.apiKey } }));
    const result = await call({ id: 'a' });
    expect(result).toEqual({
      noWebhookResponse: true,
      httpStatus: 502,
      message: 'The service refused to tell the status of the task',
      items: undefined,
      timeoutMs: 10_000,
    });
    expect(service.requests).toHaveLength(3);
  });

  it('says nothing of money, since it spends none', async () => {
    fakeService(() => ({ status: 200, body: { status: 'failed' } }));
    const { items } = await call({ id: 'a' });
    expect(items?.[0]?.json).toEqual({ id: 'a', status: 'failed' });
  });
});

describe('VideoFinishedTrigger with the label of an order', () => {
  it.each([
    ['the account’s key', testCredential.apiKey, { label: 'order 1042' }],
    ['another key', 'someone else’s key', { unverifiedLabel: 'order 1042' }],
  ])('says of one that is signed with %s whether it can be trusted', async (_, key, want) => {
    fakeService(() => done);
    const url = addLabel('https://n8n.test/a', 'order 1042', await signLabel(key, 'order 1042'));
    const query = Object.fromEntries(new URL(url).searchParams);
    const { items } = await call({ id: 'a' }, { query });
    const labels = Object.entries(items![0]!.json).filter(([name]) => /label/i.test(name));
    expect(Object.fromEntries(labels)).toEqual(want);
  });
});
