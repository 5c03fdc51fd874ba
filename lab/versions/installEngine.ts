import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../playground/folders.ts';
import { runTool } from '../../playground/install/runTool.ts';
import type { Version } from './versions.ts';

/**
 * Installs the engine of a version of n8n into the user's cache folder, unless it is there already.
 *
 * @returns the folder that holds its `node_modules`
 * @throws StartError when npm fails
 */
export async function installEngine({ core, overrides }: Version): Promise<string> {
  const manifest = { private: true, dependencies: { 'n8n-core': core }, overrides };
  const folder = join(cacheFolder(), `engine-${core}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await writeFile(join(partial, 'package.json'), JSON.stringify(manifest));
  await runTool({
    command: 'npm',
    args: [
      ...['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'],
      ...['--include=optional', '--engine-strict=false'],
    ],
    cwd: partial,
    doing: `Installing n8n-core ${core}`,
    hint: 'Check that the npm registry can be reached.',
  });
  await rename(partial, folder);
  return folder;
}
