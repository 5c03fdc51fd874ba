import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedFolder, type PackageManifest } from './installPackage.ts';

/**
 * Makes the help of the installed nodes lead to another place than the home page of the package.
 * Do this before n8n starts.
 *
 * @param address of the documentation, without a slash at its end
 */
export async function pointDocumentation(
  userFolder: string,
  { name, homepage }: PackageManifest,
  address: string,
): Promise<void> {
  const folder = join(installedFolder(userFolder), name, 'dist');
  for await (const file of glob('**/*.{js,json}', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8');
    if (text.includes(homepage))
      await writeFile(join(folder, file), text.replaceAll(homepage, address));
  }
}
