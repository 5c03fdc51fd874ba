import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { userInfo } from 'node:os';
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
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found) return found;
  throw new Error(
    `This needs the program "${name}", which is not on this machine. Debian: apt-get install ${debianPackage}. Elsewhere install it and put it on the PATH.`,
  );
}

const idOf = (user: string, option: '-u' | '-g') =>
  Number(execFileSync('id', [option, user], { encoding: 'utf8' }));

/** How a program runs that refuses to run as root: as this user, or as the user given when this one is root. */
export function unprivileged(user: string) {
  const isRoot = userInfo().uid === 0;
  const [uid, gid] = isRoot ? [idOf(user, '-u'), idOf(user, '-g')] : [-1, -1];
  // It becomes the program, so that the process id is the program's own.
  const before = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
  return {
    command(program: string, given: string[]) {
      const [command, ...args] = [...(isRoot ? before : []), program, ...given];
      return { command: command!, args };
    },
    /** Makes a folder the program's own. */
    give: (folder: string) => chown(folder, uid, gid),
  };
}
