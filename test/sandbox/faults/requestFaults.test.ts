import { describe, expect, it } from 'vitest';
import { startTestSandbox, textRequest } from '../startTestSandbox.ts';

const withFault = (fault: string) => ({
  ...textRequest,
  prompt: `${textRequest.prompt} sandbox:${fault}`,
});

const causeCode = (error: unknown) => ((error as Error).cause as NodeJS.ErrnoException).code;

describe('request faults', () => {
  it('answers 429 with Retry-After in seconds, as often as asked', async () => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create(withFault('rate-limit@getTask=7*2'));
    for (let round = 0; round < 2; round += 1) {
      const response = await fetch(sandbox.taskUrl(id), { headers: sandbox.headers });
      expect([response.status, response.headers.get('retry-after')]).toStrictEqual([429, '7']);
    }
    expect((await sandbox.finish(id)).status).toBe('completed');
  });

  it('refuses to create as often as asked, then creates, then starts anew', async () => {
    const sandbox = await startTestSandbox();
    const body = withFault('server-error@createVideo*2');
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push((await sandbox.postCreate(body)).status);
    expect(statuses).toStrictEqual([503, 503, 200, 503, 503, 200]);
    expect(await sandbox.listTasks()).toHaveLength(2);
  });

  it('resets the connection before anything was done', async () => {
    const sandbox = await startTestSandbox();
    const error = await sandbox.postCreate(withFault('reset@createVideo')).catch(causeCode);
    expect(error).toBe('ECONNRESET');
    expect(await sandbox.listTasks()).toHaveLength(0);
  });

  it('resets the connection although the task was created', async () => {
    const sandbox = await startTestSandbox();
    const error = await sandbox.postCreate(withFault('reset-after@createVideo')).catch(causeCode);
    expect(error).toBe('ECONNRESET');
    expect(await sandbox.listTasks()).toHaveLength(1);
  });

  it.each([
    ['hang', 0],
    ['hang-after', 1],
  ])('never answers with %s', async (fault, tasks) => {
    const sandbox = await startTestSandbox();
    const outcome = await fetch(sandbox.createUrl, {
      method: 'POST',
      headers: sandbox.headers,
      body: JSON.stringify(withFault(`${fault}@createVideo`)),
      signal: AbortSignal.timeout(300),
    }).catch((error: Error) => error.name);
    expect(outcome).toBe('TimeoutError');
    expect(await sandbox.listTasks()).toHaveLength(tasks);
  });

  it('answers 5xx although the task was created', async () => {
    const sandbox = await startTestSandbox();
    const response = await sandbox.postCreate(withFault('server-error-after@createVideo'));
    expect(response.status).toBe(502);
    expect(await sandbox.listTasks()).toHaveLength(1);
  });

  it('breaks off in the middle of the answer', async () => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create(withFault('truncated'));
    const response = await fetch(sandbox.taskUrl(id), { headers: sandbox.headers });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('breaks off in the middle of the video', async () => {
    const sandbox = await startTestSandbox();
    const { results } = await sandbox.finish(await sandbox.create(withFault('truncated@file')));
    const response = await fetch(results?.[0] ?? '');
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000);
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  });

  it.each([
    ['not-json', 'text/html', /<h1>/],
    ['empty', 'application/json; charset=utf-8', /^$/],
  ])('answers 200 without JSON with %s', async (fault, type, body) => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create(withFault(fault));
    const response = await fetch(sandbox.taskUrl(id), { headers: sandbox.headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
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
  ])('refuses the unknown fault %s before a task is created', async (fault, message) => {
    const sandbox = await startTestSandbox();
    const response = await sandbox.postCreate(withFault(fault));
    expect(response.status).toBe(422);
    expect(await response.text()).toMatch(message);
    expect(await sandbox.listTasks()).toHaveLength(0);
  });
});
