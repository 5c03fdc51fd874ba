import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// Debian keeps the server's programs off the PATH, in a folder for each version.
const debianFolders = () =>
  globSync('/usr/lib/postgresql/*/bin').sort((one, other) =>
    other.localeCompare(one, 'en', { numeric: true }),
  );

/**
 * Finds a database program on this machine.
 *
 * @param debianPackage named when it is missing
 * @throws Error that says what to install
 */
export function findProgram(name: string, debianPackage: string): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debianFolders()];
  const found = folders.map((folder) => join(folder, name)).find(isExecutable);
  if (found) return found;
  throw new Error(
    `This needs the program "${name}", which is not on this machine. Debian: apt-get install ${debianPackage}. Elsewhere install it and put it on the PATH.`,
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
