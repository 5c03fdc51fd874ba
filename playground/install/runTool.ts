import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endWithUs } from '../processes/groups.ts';
import { StartError } from '../report.ts';

const TAIL_LINES = 25;

interface Tool {
  command: string;
  args: string[];
  cwd: string;
  /** What was being done, for the message of a failure. */
  doing: string;
  /** What may help when it fails. */
  hint: string;
  onLine?: (line: string) => void;
}

/**
 * Runs a tool to its end and returns what it printed to its standard output.
 *
 * @throws StartError with the end of its output, or when the tool is not there
 */
export async function runTool({ command, args, cwd, doing, hint, onLine }: Tool): Promise<string> {
  const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithUs(child);
  const tail: string[] = [];
  const output: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => output.push(line));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      onLine?.(line);
      tail.push(line);
      if (tail.length > TAIL_LINES) tail.shift();
    });
  }
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new StartError(`${doing} needs the program "${command}", which is not on the PATH.`);
  });
  if (code === 0) return output.join('\n');
  throw new StartError(`${doing} failed (exit code ${code}). ${hint}\n${tail.join('\n')}`);
}
