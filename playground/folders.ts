import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

export const rootFolder = join(import.meta.dirname, '..');
export const pinnedFolder = join(import.meta.dirname, 'n8n');
export const examplesFolder = join(rootFolder, 'examples');

/** The user's cache folder for everything that `npm start` makes. */
export const cacheFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'video-generation-n8n');

/** Where `npm start` keeps its data, unless told otherwise. */
export const demoFolder = () => join(cacheFolder(), 'demo');

/**
 * Where an n8n is installed: named by what decides its content.
 *
 * @param source folder of its package.json and lock file
 */
export async function installFolder(source = pinnedFolder): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json'])
    hash.update(await readFile(join(source, file)));
  hash.update(`${process.platform} ${process.arch}`);
  return join(cacheFolder(), hash.digest('hex').slice(0, 16));
}
