import { describe, expect, it } from 'vitest';
import { startTestSandbox } from '../startTestSandbox.ts';

describe('GET getTask', () => {
  it('answers 404 for a task that it does not know', async () => {
    const sandbox = await startTestSandbox();
    const response = await fetch(sandbox.taskUrl('task_0'), { headers: sandbox.headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toStrictEqual({
      error: { code: 'task_not_found', message: 'There is no task task_0' },
    });
  });

  it('asks for the key before it says whether a task exists', async () => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create();
    expect((await fetch(sandbox.taskUrl(id))).status).toBe(401);
    expect((await fetch(sandbox.taskUrl('task_0'))).status).toBe(401);
  });

  it('names results under the address at which it was asked', async () => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create();
    await sandbox.finish(id);
    const url = sandbox.taskUrl(id).replace('127.0.0.1', 'localhost');
    const task = (await (await fetch(url, { headers: sandbox.headers })).json()) as object;
    expect(task).toMatchObject({ results: [expect.stringMatching(/^http:\/\/localhost:/)] });
  });

  it('names results under the public address when it has one', async () => {
    const sandbox = await startTestSandbox({ publicUrl: 'https://videos.example' });
    const id = await sandbox.create();
    expect((await sandbox.finish(id)).results).toStrictEqual([
      `https://videos.example/files/${id}.mp4`,
    ]);
  });
});
