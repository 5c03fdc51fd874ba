import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from './runTool.ts';

/** What the playground reads of the package's own package.json. */
export interface PackageManifest {
  name: string;
  version: string;
  homepage: string;
  author: { name: string; email: string };
}

/** Where n8n keeps what is installed of its community packages. */
export const installedFolder = (userFolder: string) =>
  join(userFolder, '.n8n', 'nodes', 'node_modules');

/**
 * Puts a packed package where n8n keeps its community packages. Do this before n8n starts.
 *
 * @param tarball path of the packed package
 * @param userFolder N8N_USER_FOLDER
 */
export async function installPackage(
  tarball: string,
  userFolder: string,
): Promise<PackageManifest> {
  const nodes = join(userFolder, '.n8n', 'nodes');
  await mkdir(join(nodes, 'node_modules'), { recursive: true });
  const unpacked = await mkdtemp(join(nodes, 'unpacked-'));
  try {
    await runTool({
      command: 'tar',
      args: ['-xzf', tarball, '-C', unpacked],
      cwd: nodes,
      doing: 'Unpacking n8n-nodes-video-generation',
      hint: `The tarball is ${tarball}.`,
    });
    const content = join(unpacked, 'package');
    const manifest = JSON.parse(
      await readFile(join(content, 'package.json'), 'utf8'),
    ) as PackageManifest;
    const target = join(nodes, 'node_modules', manifest.name);
    await rm(target, { recursive: true, force: true });
    await rename(content, target);
    await writeLedger(join(nodes, 'package.json'), manifest);
    return manifest;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** Keeps n8n's list of installed packages, whatever else is in it. */
async function writeLedger(file: string, { name, version }: PackageManifest) {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const ledger = { name: 'installed-nodes', private: true, ...JSON.parse(text) };
  ledger.dependencies = { ...ledger.dependencies, [name]: version };
  await writeFile(file, JSON.stringify(ledger, null, 2));
}
