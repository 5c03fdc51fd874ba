import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operations } from 'videogen-openapi/constants';
import { makeFolder, textRequest, waitFor } from '../startTestSandbox.ts';

const cli = fileURLToPath(new URL('../../../sandbox/dist/cli.js', import.meta.url));

/** Starts the built command line as a process of its own, which ends with the test. */
function spawnCli(args: string[]) {
  const child = spawn(process.execPath, [cli, ...args]);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output, ended };
}

/** Starts a server on a free port and waits until it has said where it listens. */
async function startCli(dataFolder: string, args: string[] = []) {
  const started = spawnCli(['--port', '0', '--data', dataFolder, ...args]);
  const said = () => /listens at (\S+) [\s\S]*API key: (\S+)/.exec(started.output.stdout);
  const match = await waitFor(() => {
    if (started.child.exitCode !== null) throw new Error(started.output.stderr);
    return said() ?? undefined;
  });
  return { ...started, url: match[1] as string, key: match[2] as string };
}

const run = async (args: string[]) => {
  const { output, ended } = spawnCli(args);
  return { code: await ended, ...output };
};

describe('videogen-sandbox', () => {
  it('prints a key and commands that create and read a task as they stand', async () => {
    const { output, url } = await startCli(await makeFolder(), ['--renderer', 'instant']);
    const command = /curl (\S+) -H 'Authorization: (.+?)' -H '(.+?): (.+?)' -d '(.+)'/.exec(
      output.stdout,
    );
    const [, address = '', authorization = '', name = '', type = '', body = ''] = command ?? [];
    expect(address.startsWith(url)).toBe(true);
    expect(new URL(url).hostname, 'loopback by default').toBe('127.0.0.1');
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization, [name]: type },
      body,
    });
    expect(response.status).toBe(200);
    expect(output.stdout).toContain(operations.getTask.path.replace('{task_id}', 'TASK_ID'));
  });

  it('says that a port is taken', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
    const { port } = server.address() as AddressInfo;
    const args = ['--port', String(port), '--renderer', 'instant', '--data', await makeFolder()];
    expect(await run(args)).toMatchObject({
      code: 1,
      stderr: `videogen-sandbox: Port ${port} of 127.0.0.1 is taken. Name another with --port, or --port 0 for any.\n`,
    });
  });

  it('ends in good order on SIGTERM, keeps unfinished tasks, and logs neither key nor prompt', async () => {
    const folder = await makeFolder();
    const args = ['--renderer', 'instant', '--key', 'a-very-secret-key', '--log-level', 'debug'];
    const first = await startCli(folder, [...args, '--task-seconds', '3600']);
    const headers = {
      authorization: 'Bearer a-very-secret-key',
      'content-type': 'application/json',
    };
    const response = await fetch(first.url + operations.createVideo.path, {
      method: 'POST',
      headers,
      body: JSON.stringify(textRequest),
    });
    const { id } = (await response.json()) as { id: string };
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const logs = first.output.stdout.split('\n').filter((line) => line.startsWith('{"level"'));
    expect(logs.join('\n')).toContain(`"taskId":"${id}"`);
    expect(logs.join('\n')).not.toMatch(/a-very-secret-key|paper boat/);
    const second = await startCli(folder, args);
    const url = second.url + operations.getTask.path.replace('{task_id}', id);
    await expect
      .poll(async () => (await (await fetch(url, { headers })).json()) as object, {
        timeout: 10_000,
      })
      .toMatchObject({ status: 'completed' });
  });
});

describe('videogen-sandbox run', () => {
  const command = (script: string) => [
    ...['run', '--renderer', 'instant', '--', process.execPath],
    ...['--input-type=module', '--eval', script],
  ];

  it('gives a command the address and the key, and ends with its exit code', async () => {
    const create = `
      const { VIDEOGEN_URL, VIDEOGEN_KEY } = process.env;
      const answer = await fetch(VIDEOGEN_URL + '${operations.createVideo.path}', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + VIDEOGEN_KEY, 'content-type': 'application/json' },
        body: '${JSON.stringify(textRequest)}',
      });
      console.log(VIDEOGEN_URL, answer.status);
      process.exitCode = 7;`;
    const { code, stdout } = await run(command(create));
    expect(code).toBe(7);
    const [, url, status] = /^(\S+) (\d+)\n$/.exec(stdout) ?? [];
    expect(status).toBe('200');
    await expect(fetch(url!)).rejects.toThrow('fetch failed');
  });

  it('passes a signal on to the command and ends after it', async () => {
    const wait = `
      process.once('SIGTERM', () => { console.log('told'); process.exit(3); });
      setInterval(() => {}, 1000);
      console.log('ready');`;
    const { child, output, ended } = spawnCli(command(wait));
    await expect.poll(() => output.stdout, { timeout: 60_000 }).toContain('ready');
    child.kill('SIGTERM');
    expect(await ended).toBe(3);
    expect(output.stdout).toContain('told');
  });
});
