import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { RenderError } from '../renderer.ts';

const errorLinesKept = 4;

/** Lets the server answer while a video renders; a machine may forbid it, which does no harm. */
function makeNice(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, 10);
  } catch {
    return;
  }
}

/**
 * Runs ffmpeg until it ends.
 *
 * @param durationSeconds - length of the output, to turn ffmpeg's clock into a percentage
 * @throws RenderError with the last lines of ffmpeg; AbortError when the signal aborts
 */
export async function runFfmpeg(
  ffmpeg: string,
  args: string[],
  {
    durationSeconds,
    onProgress,
    signal,
  }: { durationSeconds: number; onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  const flags = ['-hide_banner', '-nostdin', '-y', '-loglevel', 'error', '-progress', 'pipe:1'];
  const child = spawn(ffmpeg, [...flags, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  makeNice(child.pid);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  createInterface(child.stdout).on('line', (line) => {
    // ffmpeg calls it milliseconds, but counts microseconds.
    const microseconds = /^out_time_ms=(\d+)/.exec(line)?.[1];
    if (microseconds) onProgress(Math.min(100, Number(microseconds) / durationSeconds / 1e4));
  });
  try {
    const [exitCode] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    if (exitCode !== 0)
      throw new RenderError(`ffmpeg failed: ${errors.slice(-errorLinesKept).join(' | ')}`);
  } finally {
    signal.removeEventListener('abort', kill);
  }
}
