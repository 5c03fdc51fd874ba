import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const encoders = ['libx264', 'aac'];
const trialTimeoutMs = 60_000;

/** The name by which the ffmpeg of the installed package is asked for. */
export const packaged = 'packaged';

/** The environment variable that chooses an ffmpeg where no option does. */
export const ffmpegVariable = 'SANDBOX_FFMPEG';

/** How to do without any of it, for the ends of sentences. */
export const instantInstead = '--renderer instant, which gives every task the same tiny video';

/** Says what rendering lacks and what to do about it. */
export class RendererError extends Error {}

async function listMissing(path: string): Promise<string[]> {
  const { stdout } = await run(path, ['-hide_banner', '-encoders'], { timeout: trialTimeoutMs });
  const names = new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1]));
  return encoders.filter((encoder) => !names.has(encoder));
}

/** Writes a tiny video: an ffmpeg with the encoders may still be kept out of the folder. */
async function tryOut(path: string, folder: string): Promise<void> {
  const file = join(folder, `trial-${process.pid}.mp4`);
  const picture = ['-f', 'lavfi', '-i', 'color=s=64x36:r=24'];
  const sound = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=stereo'];
  const codecs = ['-t', '0.1', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const flags = ['-hide_banner', '-nostdin', '-y', '-loglevel', 'error'];
  try {
    await run(path, [...flags, ...picture, ...sound, ...codecs, file], { timeout: trialTimeoutMs });
    await stat(file);
  } finally {
    await rm(file, { force: true });
  }
}

async function installedPath(): Promise<string | undefined> {
  try {
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    return installer.path;
  } catch {
    // The optional package is not there, or has no binary for this platform.
    return undefined;
  }
}

const listCandidates = async (wanted: string | undefined) => {
  if (wanted === packaged) return [await installedPath()];
  return wanted ? [wanted] : ['ffmpeg', await installedPath()];
};

/** What is wrong with an ffmpeg, or nothing. */
async function findFault(path: string, folder: string): Promise<string | undefined> {
  try {
    const missing = await listMissing(path);
    if (missing.length > 0) return `${path} has no ${missing.join(' and no ')} encoder`;
  } catch (error) {
    return `${path} does not run (${(error as NodeJS.ErrnoException).code ?? 'it failed'})`;
  }
  try {
    await tryOut(path, folder);
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const reason = stderr?.trim().split('\n').at(-1) || message.split('\n')[0];
    return `${path} cannot write a video into ${folder} (${reason})`;
  }
  return undefined;
}

/**
 * Finds an ffmpeg that can write H.264 and AAC: the given one, or else the one that the
 * environment variable names, or else the one on PATH, or else the installed package's.
 *
 * @param folder - where it has to be able to write
 * @param given - path, or `packaged` for the installed package's
 * @throws RendererError when none can, naming each that was tried and what it lacks
 */
export async function locateFfmpeg(folder: string, given?: string): Promise<string> {
  const faults: string[] = [];
  for (const path of await listCandidates(given ?? process.env[ffmpegVariable])) {
    if (!path) continue;
    const fault = await findFault(path, folder);
    if (!fault) return path;
    faults.push(fault);
  }
  const tried =
    faults.join('; ') || 'the optional package @ffmpeg-installer/ffmpeg is not installed';
  throw new RendererError(
    `No usable ffmpeg: ${tried}. Install an ffmpeg with ${encoders.join(' and ')}, name one with --ffmpeg, or start with ${instantInstead}.`,
  );
}

/** The version of an ffmpeg, in its own words. */
export async function readVersion(path: string): Promise<string> {
  const { stdout } = await run(path, ['-version'], { timeout: trialTimeoutMs });
  return /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? 'of an unknown version';
}
