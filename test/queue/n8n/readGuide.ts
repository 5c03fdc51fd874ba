import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rootFolder } from '../../../playground/folders.ts';
import type { N8nOptions } from '../../../playground/index.ts';

const run = promisify(execFile);

/** A process that the guide starts. */
export interface GuideProcess {
  command: NonNullable<N8nOptions['command']>;
  args: string[];
  /** Variables of this process alone, as the shell gets them. */
  variables: string;
}

/** What the guide tells its readers to run. */
export interface Guide {
  env: Record<string, string>;
  processes: GuideProcess[];
}

const processLine =
  /^(?<variables>(?:[A-Z0-9_]+=.*? )*)n8n (?<command>start|worker|webhook)(?<args>.*)$/;

/** Reads the environment and the commands out of `docs/self-hosting.md`, so that they are what is tested. */
export async function readGuide(): Promise<Guide> {
  const text = await readFile(join(rootFolder, 'docs', 'self-hosting.md'), 'utf8');
  const lines = (language: string) =>
    Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))).flatMap(
      ([, code]) => code!.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
    );
  const processes = lines('sh').flatMap((line) => {
    const { variables = '', command, args = '' } = processLine.exec(line)?.groups ?? {};
    if (!command) return [];
    const given = args.split(' ').filter((arg) => arg !== '');
    return [{ command: command as GuideProcess['command'], args: given, variables }];
  });
  return { env: readVariables(lines('dotenv')), processes };
}

const readVariables = (lines: string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => /^(.+?)=(.*)$/.exec(line)!.slice(1)));

/** Lets the shell work out a process's own variables, as it would each time the command is run. */
export async function evaluate({ variables }: GuideProcess, temporaryFolder: string) {
  const env = { PATH: process.env.PATH, TMPDIR: temporaryFolder };
  const { stdout } = await run('sh', ['-c', `${variables} env`], { env });
  const names = Array.from(variables.matchAll(/(?<= |^)\w+(?==)/g), ([name]) => name);
  const own = stdout.split('\n').filter((line) => names.includes(line.split('=')[0]!));
  return readVariables(own);
}

/**
 * The guide's environment with what differs from place to place: addresses, passwords, keys.
 *
 * @throws Error when the guide leaves one of those out
 */
export function fillIn({ env }: Guide, ofThisPlace: Record<string, string>) {
  const missing = Object.keys(ofThisPlace).filter((name) => !Object.hasOwn(env, name));
  if (missing.length === 0) return { ...env, ...ofThisPlace };
  throw new Error(`docs/self-hosting.md does not name ${missing.join(', ')}`);
}
