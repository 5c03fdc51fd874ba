import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { waitFor } from '../waitFor.ts';

const cli = fileURLToPath(new URL('../../../sandbox/dist/cli.js', import.meta.url));

/** A folder that goes with the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'videogen-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the built command line as a process of its own, which ends with the test. */
export function spawnCli(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli, ...args], { env: { ...process.env, ...env } });
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
export async function startCli(dataFolder: string, args: string[] = []) {
  const started = spawnCli(['--port', '0', '--data', dataFolder, ...args]);
  const said = () => /listens at (\S+) [\s\S]*API key: (\S+)/.exec(started.output.stdout);
  const match = await waitFor(() => {
    if (started.child.exitCode !== null) throw new Error(started.output.stderr);
    return said() ?? undefined;
  });
  return { ...started, url: match[1] as string, key: match[2] as string };
}
