import { execFileSync } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** How a program runs that refuses to run as root. */
export interface Unprivileged {
  command(program: string, args: string[]): { command: string; args: string[] };
  /** Makes a folder the program's own. */
  give(folder: string): Promise<void>;
}

const asOneself: Unprivileged = {
  command: (command, args) => ({ command, args }),
  give: async () => {},
};

const idOf = (user: string, option: '-u' | '-g') =>
  Number(execFileSync('id', [option, user], { encoding: 'utf8' }));

/** As this user, or as the user given when this one is root. */
export function unprivileged(user: string): Unprivileged {
  if (userInfo().uid !== 0) return asOneself;
  const [uid, gid] = [idOf(user, '-u'), idOf(user, '-g')];
  return {
    // It becomes the program, so that the process id is the program's own.
    command: (program, args) => ({
      command: 'setpriv',
      args: [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--', program, ...args],
    }),
    give: (folder) => chown(folder, uid, gid),
  };
}
