import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const encoders = ['libx264', 'aac'];

/** Says what is wrong with an ffmpeg and what to do about it. */
export class FfmpegError extends Error {}

async function listMissing(path: string): Promise<string[]> {
  const { stdout } = await run(path, ['-hide_banner', '-encoders']);
  const names = new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1]));
  return encoders.filter((encoder) => !names.has(encoder));
}

async function installedPath(): Promise<string | undefined> {
  try {
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    return installer.path;
  } catch {
    // The package has no binary for this platform.
    return undefined;
  }
}

/**
 * Finds an ffmpeg that can write H.264 and AAC: the given one, or else the one on PATH, or else
 * the installed package's.
 *
 * @throws FfmpegError when none can, naming each that was tried and what it lacks
 */
export async function locateFfmpeg(given?: string): Promise<string> {
  const candidates = given ? [given] : ['ffmpeg', await installedPath()];
  const faults: string[] = [];
  for (const path of candidates) {
    if (!path) continue;
    try {
      const missing = await listMissing(path);
      if (missing.length === 0) return path;
      faults.push(`${path} has no ${missing.join(' and no ')} encoder`);
    } catch (error) {
      faults.push(`${path} does not run (${(error as NodeJS.ErrnoException).code ?? 'it failed'})`);
    }
  }
  throw new FfmpegError(
    `No usable ffmpeg: ${faults.join('; ')}. Install an ffmpeg with ${encoders.join(' and ')}, or name one with --ffmpeg.`,
  );
}
