import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operations } from 'video-generation-openapi/constants';
import { helpText, readCommandLine } from '../../sandbox/src/cli/commandLine.ts';
import { explain } from '../../sandbox/src/cli/explain.ts';
import { catalogue } from '../../sandbox/src/faults/fault.ts';
import { startSandbox } from '../../sandbox/src/index.ts';
import { makeFolder, startTestSandbox, textRequest, waitFor } from './startTestSandbox.ts';

const cli = fileURLToPath(new URL('../../sandbox/dist/cli.js', import.meta.url));

/** Starts the built command line as a process of its own, which ends with the test. */
function spawnCli(args: string[], nodeArgs: string[] = []) {
  const child = spawn(process.execPath, [...nodeArgs, cli, ...args]);
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

describe('video-generation-sandbox', () => {
  it('prints a command that creates a task as it stands, and keeps the task, without a word of it, over SIGTERM', async () => {
    const folder = await makeFolder();
    const args = ['--renderer', 'instant', '--key', 'a-very-secret-key', '--log-level', 'debug'];
    args.push('--model-family', 'acme-2.0');
    const first = await startCli(folder, [...args, '--task-seconds', '3600']);
    expect(new URL(first.url).hostname, 'loopback by default').toBe('127.0.0.1');
    const command = /curl (\S+) -H '(.+?): (.+?)' -H '(.+?): (.+?)' -d '(.+)'/.exec(
      first.output.stdout,
    );
    const [, address, name, value, other, type, body] = command as string[];
    const headers = { [name!]: value!, [other!]: type! };
    const response = await fetch(address!, { method: 'POST', headers, body: body! });
    const { id } = (await response.json()) as { id: string };
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const logs = first.output.stdout.split('\n').filter((line) => line.startsWith('{"level"'));
    expect(logs.join('\n')).toContain(`"taskId":"${id}"`);
    expect(logs.join('\n')).not.toMatch(/a-very-secret-key|paper boat/);

    const second = await startCli(folder, args);
    const read = /curl (\S+TASK_ID) /.exec(second.output.stdout)![1]!.replace('TASK_ID', id);
    const status = await waitFor(async () => {
      const task = (await (await fetch(read, { headers })).json()) as { status: string };
      return task.status === 'pending' ? undefined : task.status;
    });
    expect(status).toBe('completed');
  });
});

it.each([
  ['napi-rs', [], 1, /@napi-rs\/canvas, which cannot be loaded \(ERR_MODULE_NOT_FOUND\)/],
  ['ffmpeg-installer', ['--ffmpeg', 'packaged'], 1, /@ffmpeg-installer\/ffmpeg is not installed\./],
  ['napi-rs|ffmpeg-installer', ['--renderer', 'instant'], 0, /^$/],
])(
  'without its optional packages it says what real videos take, and does without: @(%s)',
  async (names, args, exitCode, sentence) => {
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({
        resolve(name, context, next) {
          if (!/^@(${names})/.test(name)) return next(name, context);
          throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
        },
      });`;
    const { output, ended } = spawnCli(
      ['run', ...args, '--', process.execPath, '--eval', ''],
      ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`],
    );
    expect(await ended).toBe(exitCode);
    expect(output.stderr).toMatch(sentence);
    if (exitCode === 1) expect(output.stderr).toContain('or start with --renderer instant, which');
  },
);

it('run gives a command the address and the key, passes a signal on, and ends with its exit code', async () => {
  const script = `
    const { VIDEO_SERVICE_URL, VIDEO_SERVICE_KEY } = process.env;
    const answer = await fetch(VIDEO_SERVICE_URL + '${operations.createVideo.path}', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + VIDEO_SERVICE_KEY, 'content-type': 'application/json' },
      body: '${JSON.stringify(textRequest)}',
    });
    process.once('SIGTERM', () => process.exit(7));
    setInterval(() => {}, 1000);
    console.log(VIDEO_SERVICE_URL, answer.status);`;
  const { child, output, ended } = spawnCli([
    ...['run', '--renderer', 'instant', '--', process.execPath],
    ...['--input-type=module', '--eval', script],
  ]);
  const said = () => /^(\S+) (\d+)\n$/.exec(output.stdout) ?? undefined;
  const [, url, status] = await waitFor(said);
  expect(status).toBe('200');
  child.kill('SIGTERM');
  expect(await ended).toBe(7);
  await expect(fetch(url!)).rejects.toThrow('fetch failed');
});

/** What the command line says when it is started like this. */
async function failure(args: string[], port = 0): Promise<string | undefined> {
  try {
    const { options, host } = readCommandLine(['--renderer', 'instant', ...args]);
    const sandbox = await startSandbox(options, { port, host });
    await sandbox.close();
    return 'it started';
  } catch (error) {
    return explain(error, port, '127.0.0.1');
  }
}

it('says that a port is taken', async () => {
  const port = Number(new URL((await startTestSandbox()).url).port);
  expect(await failure(['--data', await makeFolder()], port)).toBe(
    `Port ${port} of 127.0.0.1 is taken. Name another with --port, or --port 0 for any.`,
  );
});

it.each([
  ['--port', 'x', /Expected --port to be a number, from 0 to 65535, got "x"/],
  ['--speed', '0', /Expected --speed to be a number, 1 or more, got "0"/],
  ['--error-shape', 'cube', /Expected --error-shape to be nested, detailed, flat, string, text/],
  ['--preset', 'private', /Expected --preset to be contract, public, got "private"/],
  ['--model-family', 'two words', /Expected --model-family to be a word such as videogen-2.0, got/],
  ['--extra-field', 'x', /Expected --extra-field to be name=value, got "x"/],
  ['--frobnicate', 'x', /Unknown option '--frobnicate'/],
  ['--key', ' ', /Expected --key to be a key, got an empty one/],
  ['--key', 'mine explode', /Expected a fault \(latency, .*got "explode"/],
])('refuses %s %s', async (option, value, message) => {
  expect(await failure([option, value])).toMatch(message);
});

const readme = await readFile('sandbox/README.md', 'utf8');

describe('the README of the sandbox', () => {
  it('lists every fault with its meaning, and no other', () => {
    const section = readme.slice(readme.indexOf('## Faults'), readme.indexOf('## Options'));
    const rows = section.matchAll(/^\| `([a-z-]+)` +\| (.+?) +\|$/gm);
    const meanings = Object.entries(catalogue).map(([name, { meaning }]) => [name, meaning]);
    expect(Array.from(rows, ([, name, meaning]) => [name, meaning])).toEqual(meanings);
  });

  it('lists the options as --help does', () => {
    const [, listed] = /## Options\n\n```\n([^`]+)```/.exec(readme) ?? [];
    const options = helpText.slice(helpText.indexOf('  --port'));
    expect(listed!.replace('[~/', '[HOME/')).toBe(options.replace(/\[\/\S+\/\./, '[HOME/.'));
  });
});
