import { describe, expect, it } from 'vitest';
import { bounds } from '../../../nodes/VideoFinishedTrigger/LookBudget.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { testCredential } from '../../engine/runNode.ts';
import { call, done, keepApart } from './scene.ts';

keepApart();

describe('VideoFinishedTrigger', () => {
  it('starts the workflow with what the service says, not with what the caller says', async () => {
    const service = fakeService(() => done);
    const { items } = await call({
      id: 'a',
      status: 'failed',
      results: ['https://evil.test/x.mp4'],
    });
    service.verify();
    expect(service.requests.map(({ path }) => path)).toEqual(['/v1/tasks/a']);
    expect(items).toEqual([
      {
        json: {
          id: 'a',
          status: 'completed',
          results: ['https://files.test/a.mp4'],
          videoUrl: 'https://files.test/a.mp4',
          paid: 'yes',
          credits: 3,
        },
      },
    ]);
  });

  it('hands no key on that the service repeats, wherever it does', async () => {
    const key = testCredential.apiKey;
    const body = {
      status: 'completed',
      results: ['https://files.test/a.mp4'],
      [key]: key,
      debug: { request: { headers: [`Authorization: Bearer ${key}`] } },
    };
    fakeService(() => ({ status: 200, body }));
    const { items } = await call({ id: 'a' });
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain(key);
  });

  it.each<[string, unknown]>([
    ['a body without an id', { status: 'completed' }],
    ['an id that is no text', { id: { a: 1 } }],
    ['an id that leads elsewhere', { id: '..' }],
    ['an endless id', { id: 'x'.repeat(600) }],
    ['half a character', '{"id":"a\\ud800"}'],
    ['a line end in the id', { id: 'a\r\nb' }],
    ['a fraction', { id: 1.5 }],
    ['a body that says nothing', 'hello'],
    ['a list of nothing', []],
    ['nothing as JSON', 'null'],
    ['an id behind more than a task needs', { x: 'x'.repeat(100_000), id: 'a' }],
  ])('answers %s with 422 and asks nobody', async (_, body) => {
    const service = fakeService(() => done);
    expect(await call(body)).toMatchObject({ httpStatus: 422, items: undefined });
    expect(service.requests).toEqual([]);
  });

  it.each<[string, unknown, string?]>([
    ['HEAD', undefined, 'HEAD'],
    ['GET', undefined, 'GET'],
    ['GET with a task', { id: 'a' }, 'GET'],
    ['POST of nothing', undefined],
    ['POST of an empty object', {}],
    ['POST of an empty object in lines', ' {\r\n}\n'],
    ['POST of blanks', ' \n'],
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

  it('starts for the task in an event of the service, once for each', async () => {
    const service = fakeService(({ path }) =>
      path.includes('evt_') ? { status: 404, body: {} } : done,
    );
    const event = (name: string) => ({ id: name, type: 'task.completed', data: { id: 'task_1' } });
    const shared = { staticData: {}, node: 'events' };
    expect((await call(event('evt_1'), shared)).items?.[0]?.json).toMatchObject({ id: 'task_1' });
    expect(await call(event('evt_2'), shared)).toMatchObject({ httpStatus: 200, items: undefined });
    const asked = service.requests.map(({ path }) => path.split('/').at(-1));
    expect(asked).toEqual(['evt_1', 'task_1', 'evt_2']);
  });

  it('says when to call again to one that is one too many', async () => {
    fakeService(() => ({ status: 401, body: {} }));
    const shared = { node: 'too many' };
    for (let count = 0; count < bounds.perMinuteAndCaller; count++)
      await call({ id: `forged_${count}` }, shared);
    expect(await call({ id: 'forged' }, shared)).toMatchObject({
      httpStatus: 429,
      message: 'Too many calls are waiting to be checked',
      retryAfter: '60',
    });
    expect(await call({ id: 'forged' }, { ...shared, ip: '203.0.113.7' })).toMatchObject({
      httpStatus: 502,
    });
  });

  it.each([
    ['a number', { id: 7 }, '7'],
    ['blanks around it', { id: ' a ' }, 'a'],
    ['a task inside', { event: 'finished', task: { id: 'a', status: 'completed' } }, 'a'],
    ['another name', { task_id: 'a' }, 'a'],
    ['more digits than a number holds', '{"id":12345678901234567890}', '12345678901234567890'],
    ['the name of a part of every object', { id: '__proto__' }, '__proto__'],
    ['a way out of the address', { id: '../admin?x=1#' }, '..%2Fadmin%3Fx%3D1%23'],
  ])('reads an id with %s', async (_, body, asked) => {
    const service = fakeService(() => done, { strict: false });
    expect((await call(body)).items).toHaveLength(1);
    expect(service.requests.map(({ path }) => path)).toEqual([`/v1/tasks/${asked}`]);
  });

  it('answers 502, starts nothing and shows no key when its own key is refused', async () => {
    const service = fakeService(() => ({ status: 401, body: { error: testCredential.apiKey } }));
    const result = await call({ id: 'a' });
    expect(result).toEqual({
      noWebhookResponse: true,
      httpStatus: 502,
      message: 'The service refused to tell the status of the task',
      items: undefined,
    });
    expect(service.requests).toHaveLength(1);
  });

  it('starts the workflow when the callback overtook the records of the service', async () => {
    const service = fakeService((_, index) =>
      index === 0 ? { status: 200, body: { status: 'pending' } } : done,
    );
    expect((await call({ id: 'a' })).items).toHaveLength(1);
    expect(service.requests).toHaveLength(2);
  });

  it('takes a later call when an earlier one could not be verified', async () => {
    const service = fakeService((_, index) => (index === 0 ? { status: 401, body: {} } : done));
    const shared = { staticData: {}, node: 'later' };
    expect((await call({ id: 'a' }, shared)).httpStatus).toBe(502);
    expect((await call({ id: 'a' }, shared)).items).toHaveLength(1);
    expect(service.requests).toHaveLength(2);
  });

  it('does not start for a result that is not asked for', async () => {
    fakeService(() => ({ status: 200, body: { status: 'failed' } }));
    const result = await call({ id: 'a' }, { statuses: ['completed'] });
    expect(result).toMatchObject({ httpStatus: 200, items: undefined });
  });

  it('claims to know of no failed task whether it was paid for', async () => {
    fakeService(() => ({ status: 200, body: { status: 'failed' } }));
    const { items } = await call({ id: 'a' });
    expect(items?.[0]?.json).toMatchObject({ status: 'failed', paid: 'unknown' });
  });
});
