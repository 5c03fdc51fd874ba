import { describe, expect, it } from 'vitest';
import { type SandboxOptions } from '../../../sandbox/src/index.ts';
import { startTestSandbox, textRequest } from '../startTestSandbox.ts';

const paths = ['/v1/tasks/x', '/healthz', '/', '/admin/tasks', '/files/x.mp4', '/nowhere'];

async function statuses(host: string, options: SandboxOptions = {}) {
  const { app, headers } = await startTestSandbox(options);
  const answers = paths.map((url) => app.inject({ url, headers: { ...headers, host } }));
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
}

const own = [404, 200, 200, 200, 404, 404];

describe('a request', () => {
  it.each(['localhost:8787', 'app.localhost', '127.0.0.1', '[::1]:8787', '192.168.1.7:80'])(
    'for %s is answered',
    async (host) => {
      expect(await statuses(host)).toEqual(own);
    },
  );

  it.each([
    'evil.example',
    'evil.example:8787',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil{.example',
    'a b',
  ])('for %s is refused, wherever it goes', async (host) => {
    expect(await statuses(host)).toEqual(paths.map(() => 403));
  });

  it('for a foreign name makes no task, with the right key', async () => {
    const sandbox = await startTestSandbox();
    const headers = { ...sandbox.headers, host: 'evil.example' };
    const url = new URL(sandbox.createUrl).pathname;
    const answer = await sandbox.app.inject({ method: 'POST', url, headers, body: textRequest });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ error: { message: expect.stringContaining('--name') } });
    expect(await sandbox.listTasks()).toEqual([]);
  });

  it.each([{ names: ['sandbox'] }, { publicUrl: 'https://Sandbox:8787' }])(
    'for a name that was given is answered: %j',
    async (options) => {
      expect(await statuses('sandbox:8787', options)).toEqual(own);
    },
  );
});
