import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rootFolder } from '../folders.ts';
import { runTool } from './runTool.ts';

/**
 * Builds and packs `n8n-nodes-video-generation`, as publishing it would.
 *
 * @param folder gets the tarball, and nothing else stays in it
 * @returns path of the tarball
 */
export async function packRoot(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runTool({
    command: 'npm',
    args: ['pack', '--pack-destination', folder],
    cwd: rootFolder,
    doing: 'Packing n8n-nodes-video-generation',
    hint: 'Run `npm ci`, then `npx gulp` to see why.',
  });
  const [tarball] = await readdir(folder);
  return join(folder, tarball!);
}
