import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { type Sandbox } from '../start.ts';
import { CommandLineError } from './commandLine.ts';

/** Where a client's environment names the service. */
const variables = ({ url, key }: Sandbox) => ({ VIDEO_SERVICE_URL: url, VIDEO_SERVICE_KEY: key });

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command with the sandbox in its environment, and passes signals on to it.
 *
 * @returns the exit code of the command; of one that a signal ended, as a shell has it
 * @throws CommandLineError when it cannot be started
 */
export async function runCommand(sandbox: Sandbox, command: string[]): Promise<number> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...variables(sandbox) },
    // npm and its kind are scripts there, which only a shell can start.
    shell: process.platform === 'win32',
  });
  for (const name of signals)
    process.on(name, () => {
      // A terminal sends Ctrl-C to the command itself.
      if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name);
    });
  try {
    const [code, signal] = (await once(child, 'exit')) as [number, null] | [null, NodeJS.Signals];
    return signal === null ? code : 128 + constants.signals[signal];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandLineError(`The command ${program} could not be started (${code})`);
  }
}
