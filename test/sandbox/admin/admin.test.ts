import { describe, expect, it } from 'vitest';
import { startTestSandbox, textRequest, useTestSandbox } from '../startTestSandbox.ts';

const json = { 'content-type': 'application/json' };

const shared = useTestSandbox();

const setFault = (body: object) =>
  fetch(`${shared().url}/admin/faults`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  });

describe('the admin API', () => {
  it('sets faults for everyone, for as often as asked, and clears them', async () => {
    const sandbox = shared();
    expect((await setFault({ fault: 'server-error@createVideo*1' })).status).toBe(201);
    expect((await sandbox.postCreate(textRequest)).status).toBe(503);
    expect((await sandbox.postCreate(textRequest)).status).toBe(200);
    await setFault({ fault: 'rate-limit' });
    expect((await sandbox.postCreate(textRequest)).status).toBe(429);
    await fetch(`${sandbox.url}/admin/faults`, { method: 'DELETE' });
    expect((await sandbox.postCreate(textRequest)).status).toBe(200);
  });

  it('sets faults for one task', async () => {
    const sandbox = shared();
    const [id, other] = [await sandbox.create(), await sandbox.create()];
    await setFault({ fault: 'server-error', taskId: id });
    const status = async (task: string) =>
      (await fetch(sandbox.taskUrl(task), { headers: sandbox.headers })).status;
    expect([await status(id), await status(other)]).toStrictEqual([503, 200]);
    expect((await setFault({ fault: 'fail', taskId: 'task_0' })).status).toBe(404);
    expect((await setFault({ fault: 'explode' })).status).toBe(422);
  });

  it('lists what was sent: headers without the key, and bodies, refused ones too', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.readTask(await sandbox.create());
    await sandbox.postCreate({ model: 'x' }, { 'x-from': 'a test' });
    await sandbox.postCreate({ ...textRequest, more: 'x'.repeat(70_000) });
    const text = await (await fetch(`${sandbox.url}/admin/requests`)).text();
    const headers = { authorization: '(hidden)', 'content-type': 'application/json' };
    const requests = JSON.parse(text) as { body?: object }[];
    expect(requests).toMatchObject([
      { method: 'POST', status: 200, headers, body: textRequest },
      { method: 'GET', status: 200, path: expect.stringContaining('task_') },
      { method: 'POST', status: 422, headers: { 'x-from': 'a test' }, body: { model: 'x' } },
      { method: 'POST', status: 200 },
      { method: 'GET', path: '/admin/requests' },
    ]);
    expect(requests[3]?.body, 'too large to keep').toBeUndefined();
    expect(text).not.toContain(sandbox.key);
  });

  it('forgets everything when asked to, and goes on as if it had just started', async () => {
    const sandbox = shared();
    const done = await sandbox.create();
    const video = (await sandbox.finish(done)).results?.[0] as string;
    const unfinished = await sandbox.create({ ...textRequest, prompt: 'sandbox:takes=3600' });
    await setFault({ fault: 'server-error' });

    const answer = await fetch(`${sandbox.url}/admin`, { method: 'DELETE' });
    expect(answer.status).toBe(204);
    expect(await sandbox.health()).toMatchObject({ waiting: 0, rendering: 0, tasks: {} });
    for (const url of [video, sandbox.taskUrl(done), sandbox.taskUrl(unfinished)])
      expect((await fetch(url, { headers: sandbox.headers })).status).toBe(404);
    const requests = (await (await fetch(`${sandbox.url}/admin/requests`)).json()) as object[];
    expect(requests).toHaveLength(5);
    expect(await sandbox.finish(await sandbox.create())).toMatchObject({ status: 'completed' });
  });
});
