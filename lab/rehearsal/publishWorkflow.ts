import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A step of the workflow that runs a command. */
export interface Step {
  title: string;
  id?: string;
  run: string;
  folder?: string;
  env: Record<string, string>;
}

/** What the expressions of the workflow may refer to, by its whole name. */
export type Facts = Record<string, string>;

interface Written {
  uses?: string;
  name?: string;
  id?: string;
  run?: string;
  env?: Record<string, unknown>;
  'working-directory'?: string;
  with?: unknown;
}

/** What stands in the workflow and only GitHub can do. */
export const onlyOnGitHub = {
  /** The clone, its files and the Node of `npm ci` stand for these. */
  actions: [
    ...['actions/checkout', 'actions/setup-node'],
    ...['actions/upload-artifact', 'actions/download-artifact'],
  ],
  /** Provenance needs the identity of a workflow that runs on GitHub. */
  variables: ['NPM_CONFIG_PROVENANCE'],
};

const file = '.github/workflows/publish.yml';
const known = ['uses', 'name', 'id', 'run', 'env', 'working-directory', 'with'];

/**
 * Reads the commands of the workflow that publishes, in their order.
 *
 * @param root folder of the repository
 * @throws when the workflow has something in it that a rehearsal would leave out
 */
export async function readPublishSteps(root: string): Promise<Step[]> {
  const { jobs } = parse(await readFile(join(root, file), 'utf8'));
  const names = Object.keys(jobs);
  if (names.join() !== 'pack,publish')
    throw new Error(`Expected ${file} to have the jobs pack and publish, got ${names.join(', ')}.`);
  return (Object.values(jobs) as { steps: Written[] }[]).flatMap(({ steps }) =>
    steps.flatMap(readStep),
  );
}

function readStep(written: Written): Step[] {
  const { uses, run, name, id, env = {} } = written;
  const unknown = Object.keys(written).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`A rehearsal does not know "${unknown.join(', ')}".`);
  if (uses) {
    if (!onlyOnGitHub.actions.includes(uses.split('@')[0]!))
      throw new Error(`A rehearsal cannot run ${uses}.`);
    return [];
  }
  const own = Object.entries(env).map(([key, value]) => [key, String(value)]);
  return [
    {
      title: name ?? run!,
      run: run!,
      env: Object.fromEntries(own.filter(([key]) => !onlyOnGitHub.variables.includes(key!))),
      ...(id && { id }),
      ...(written['working-directory'] && { folder: written['working-directory'] }),
    },
  ];
}

/**
 * Fills in the `${{ … }}` of a text.
 *
 * @throws when it refers to something that is not among the facts
 */
export const fillIn = (text: string, facts: Facts): string =>
  text.replaceAll(/\$\{\{\s*([\w.]+)\s*\}\}/g, (_, name: string) => look(name, facts));

function look(name: string, facts: Facts): string {
  const value = facts[name];
  if (value === undefined) throw new Error(`A rehearsal does not know what ${name} is.`);
  return value;
}
