import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from '../../playground/folders.ts';
import { runTool } from '../../playground/install/runTool.ts';
import type { Outcome } from './stories/story.ts';

/**
 * Tells all stories in one engine, in a process and a folder of their own.
 *
 * @param engineFolder - holds the engine's `node_modules`
 */
export async function tryVersion(engineFolder: string): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'videogen-version-'));
  try {
    // The built package takes its n8n-workflow from the engine that stands beside it.
    await cp(join(rootFolder, 'dist'), join(folder, 'dist'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{}');
    await symlink(join(engineFolder, 'node_modules'), join(folder, 'node_modules'));
    const home = join(folder, 'home');
    await mkdir(home);
    const output = await runTool({
      command: process.execPath,
      args: ['--no-warnings', join(import.meta.dirname, 'tellStories.ts'), folder, home],
      cwd: folder,
      doing: 'Telling the stories',
      hint: 'What was printed last:',
    });
    return JSON.parse(output.split('\n').at(-1)!) as Outcome[];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
