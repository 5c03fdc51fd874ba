import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../sandbox/src/faults/fault.ts';
import { startTestSandbox, textRequest, useTestSandbox, waitFor } from '../startTestSandbox.ts';

const { model } = textRequest;
const withFault = (fault: string) => ({ ...textRequest, prompt: `A boat sandbox:${fault}` });

const shared = useTestSandbox();

/** A sandbox with one task of this fault, and its answer as it comes. */
async function read(fault: string) {
  const sandbox = shared();
  const id = await sandbox.create(withFault(fault));
  return { sandbox, id, response: await fetch(sandbox.taskUrl(id), { headers: sandbox.headers }) };
}

describe('a fault of a request', () => {
  it('comes as often as asked, before the task is created, and then anew', async () => {
    const sandbox = shared();
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push((await sandbox.postCreate(withFault('server-error@createVideo*2'))).status);
    expect(statuses).toStrictEqual([503, 503, 200, 503, 503, 200]);
    expect(await sandbox.listTasks()).toHaveLength(2);
  });

  it('may be 429, with Retry-After in seconds', async () => {
    const { sandbox, id, response } = await read('rate-limit@getTask=7*1');
    expect([response.status, response.headers.get('retry-after')]).toStrictEqual([429, '7']);
    expect((await sandbox.finish(id)).status).toBe('completed');
  });

  const causeCode = (error: Error) =>
    (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.name;

  it.each([
    ['server-error', 503, 0],
    ['server-error-after', 502, 1],
    ['reset', 'ECONNRESET', 0],
    ['reset-after', 'ECONNRESET', 1],
    ['hang', 'TimeoutError', 0],
    ['hang-after', 'TimeoutError', 1],
  ])(
    '%s of a create request is answered with %s, and leaves %i tasks',
    async (fault, end, tasks) => {
      const sandbox = shared();
      const outcome = fetch(sandbox.createUrl, {
        ...{ method: 'POST', headers: sandbox.headers },
        body: JSON.stringify(withFault(`${fault}@createVideo`)),
        ...(end === 'TimeoutError' && { signal: AbortSignal.timeout(1_000) }),
      });
      expect(await outcome.then(({ status }) => status, causeCode)).toBe(end);
      await waitFor(async () => (await sandbox.listTasks()).length === tasks || undefined);
      const { stage } = catalogue[fault as keyof typeof catalogue];
      expect(stage).toBe(tasks === 0 ? 'before' : 'after');
    },
  );

  it('breaks off in the middle of an answer, or of a video', async () => {
    const { sandbox, response } = await read('truncated');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    const { results } = await sandbox.finish(await sandbox.create(withFault('truncated@file')));
    const video = await fetch(results![0]!);
    expect(Number(video.headers.get('content-length'))).toBeGreaterThan(1000);
    await expect(video.arrayBuffer()).rejects.toThrow('terminated');
  });

  it.each([
    ['not-json', 'text/html', /<h1>/],
    ['empty', 'application/json; charset=utf-8', /^$/],
  ])('answers 200 without JSON with %s', async (fault, type, body) => {
    const { response } = await read(fault);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(await response.text()).toMatch(body);
  });

  it('strikes every request of a faulty key and none of another', async () => {
    const sandbox = await startTestSandbox({
      keys: ['good', { key: 'bad', faults: ['server-error@createVideo=500*1', 'fail=bad_key'] }],
    });
    const authorization = 'Bearer bad';
    expect((await sandbox.postCreate(textRequest, { authorization })).status).toBe(500);
    const created = await sandbox.postCreate(textRequest, { authorization });
    const { id } = (await created.json()) as { id: string };
    expect(await sandbox.finish(id)).toMatchObject({ error: { code: 'bad_key' } });
    expect((await sandbox.finish(await sandbox.create())).status).toBe('completed');
  });

  it.each([
    ['explode', /Expected a fault \(latency, /],
    ['latency=soon', /value of latency to be a number/],
    ['reset@lunch', /place of a fault to be createVideo, getTask, file/],
  ])('is refused before a task is created where nobody knows it: %s', async (fault, message) => {
    const sandbox = shared();
    const response = await sandbox.postCreate(withFault(fault));
    expect(response.status).toBe(422);
    expect(await response.text()).toMatch(message);
    expect(await sandbox.listTasks()).toHaveLength(0);
  });
});

describe('a fault of a task', () => {
  const message = 'The task was asked to fail';

  it.each([
    ['fail=no_credits.', { status: 'failed', error: { code: 'no_credits', message } }],
    ['final-status', { status: 'canceled' }],
    ['no-results', { status: 'completed' }],
    ['empty-results', { status: 'completed', results: [] }],
    ['result-elsewhere=https://cdn.example', { results: ['https://cdn.example/files/ID.mp4'] }],
    ['result-elsewhere', { results: ['http://localhost:PORT/files/ID.mp4'] }],
  ])('lets it end as told by %s', async (fault, answer) => {
    const sandbox = shared();
    const id = await sandbox.create(withFault(fault));
    const { port } = new URL(sandbox.url);
    const wanted = JSON.stringify({ id, model, status: 'completed', ...answer });
    expect(await sandbox.finish(id)).toStrictEqual(
      JSON.parse(wanted.replace('ID', id).replace('PORT', port)),
    );
  });

  it.each([
    ['stuck=37', { status: 'pending', progress: 37 }],
    ['no-progress sandbox:stuck', { status: 'pending' }],
    ['status=warming_up sandbox:stuck=1', { status: 'warming_up', progress: 1 }],
  ])('lets it go on as told by %s', async (fault, answer) => {
    const { sandbox, id, response } = await read(fault);
    expect(await response.json()).toStrictEqual({ id, model, ...answer });
    await sandbox.finish(await sandbox.create());
    expect((await sandbox.readTask(id)).status).toBe(answer.status);
  });

  it('lets its video expire at once', async () => {
    const sandbox = shared();
    const { results } = await sandbox.finish(await sandbox.create(withFault('result-expires')));
    const response = await fetch(results![0]!);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ error: { code: 'result_expired' } });
  });
});
