import { describe, expect, it } from 'vitest';
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

  const refusedBodies: [string, unknown, number, object?][] = [
    ['a body without an id', { status: 'completed' }, 422],
    ['an id that is no text', { id: { a: 1 } }, 422],
    ['an id that leads elsewhere', { id: '..' }, 422],
    ['an endless id', { id: 'x'.repeat(600) }, 422],
    ['half a character', { id: 'a\ud800' }, 422],
    ['a line end in the id', { id: 'a\r\nb' }, 422],
    ['a number that JSON cannot hold', { id: 2 ** 53 }, 422],
    ['a fraction', { id: 1.5 }, 422],
    ['no own id', Object.create({ id: 'a' }), 422],
    ['two tasks inside', { one: { id: 'a' }, two: { id: 'b' } }, 422],
    ['a list of tasks inside', { tasks: [{ id: 'a' }] }, 422],
    ['a task far inside', { a: { b: { id: 'a' } } }, 422],
    ['a body that is not JSON', 'id=a', 400],
    ['an array', [{ id: 'a' }], 400],
    ['no body', undefined, 400],
    ['a body that is too large', { id: 'a' }, 413, { length: '1000001' }],
  ];
  for (const [name, body, httpStatus, options] of refusedBodies)
    it(`answers ${name} with ${httpStatus} and asks nobody`, async () => {
      const service = fakeService(() => done);
      expect(await call(body, options)).toMatchObject({ httpStatus, items: undefined });
      expect(service.requests).toEqual([]);
    });

  it.each([
    ['a number', { id: 7 }, '7'],
    ['blanks around it', { id: ' a ' }, 'a'],
    ['a task inside', { event: 'finished', task: { id: 'a', status: 'completed' } }, 'a'],
    ['another name', { task_id: 'a' }, 'a'],
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
