import { spawn } from 'node:child_process';
import { once } from 'node:events';

const TAIL_LETTERS = 4_000;

/**
 * Runs a command to its end.
 *
 * @returns what it printed, to either stream
 * @throws with the end of its output when it fails
 */
export async function runCommand(
  command: string,
  args: string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code === 0) return output;
  throw new Error(
    `${[command, ...args].join(' ')} ended with ${code}:\n${output.slice(-TAIL_LETTERS)}`,
  );
}
