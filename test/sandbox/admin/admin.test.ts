import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startTestSandbox, textRequest } from '../startTestSandbox.ts';

const json = { 'content-type': 'application/json' };

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>;

const setFault = ({ url }: Sandbox, body: object) =>
  fetch(`${url}/admin/faults`, { method: 'POST', headers: json, body: JSON.stringify(body) });

describe('the admin API', () => {
  it('sets faults for everyone, for as often as asked, and clears them', async () => {
    const sandbox = await startTestSandbox();
    expect((await setFault(sandbox, { fault: 'server-error@createVideo*1' })).status).toBe(201);
    expect((await sandbox.postCreate(textRequest)).status).toBe(503);
    expect((await sandbox.postCreate(textRequest)).status).toBe(200);
    await setFault(sandbox, { fault: 'rate-limit' });
    expect((await sandbox.postCreate(textRequest)).status).toBe(429);
    await fetch(`${sandbox.url}/admin/faults`, { method: 'DELETE' });
    expect((await sandbox.postCreate(textRequest)).status).toBe(200);
  });

  it('sets faults for one key', async () => {
    const sandbox = await startTestSandbox({ keys: ['one', 'two'] });
    await setFault(sandbox, { fault: 'fail=for_two', key: 'two' });
    const created = await sandbox.postCreate(textRequest, { authorization: 'Bearer two' });
    const { id } = (await created.json()) as { id: string };
    expect(await sandbox.finish(id)).toMatchObject({ error: { code: 'for_two' } });
    expect(await sandbox.finish(await sandbox.create())).toMatchObject({ status: 'completed' });
  });

  it('sets faults for one task', async () => {
    const sandbox = await startTestSandbox();
    const [id, other] = [await sandbox.create(), await sandbox.create()];
    await setFault(sandbox, { fault: 'server-error', taskId: id });
    const status = async (task: string) =>
      (await fetch(sandbox.taskUrl(task), { headers: sandbox.headers })).status;
    expect([await status(id), await status(other)]).toStrictEqual([503, 200]);
    expect((await setFault(sandbox, { fault: 'fail', taskId: 'task_0' })).status).toBe(404);
    expect((await setFault(sandbox, { fault: 'explode' })).status).toBe(422);
  });

  it('lists the requests that came, without keys', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.readTask(await sandbox.create());
    const text = await (await fetch(`${sandbox.url}/admin/requests`)).text();
    expect(JSON.parse(text)).toMatchObject([
      { method: 'POST', status: 200 },
      { method: 'GET', status: 200, path: expect.stringContaining('task_') },
      { method: 'GET', path: '/admin/requests' },
    ]);
    expect(text).not.toContain(sandbox.key);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page of no site', { origin: 'null' }],
  ])('answers nobody from %s', async (_who, headers) => {
    const sandbox = await startTestSandbox();
    // fetch() would not send these headers.
    const request = httpRequest(`${sandbox.url}/admin/tasks`, { headers }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(403);
  });
});
