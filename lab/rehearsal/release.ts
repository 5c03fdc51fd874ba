import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folders } from '../../.github/release/packages.mts';
import { prepareRelease } from '../../.github/release/prepareRelease.mts';
import { say } from '../../playground/report.ts';
import { readPublishSteps, type Facts } from './publishWorkflow.ts';
import { runCommand } from './runCommand.ts';
import { runSteps } from './runSteps.ts';

/** Versions by the name of the package. */
export type Versions = Record<string, string>;

/** The clone that releases are made in, and what surrounds its steps. */
export interface Workshop {
  clone: string;
  /** Of every command. */
  environment: NodeJS.ProcessEnv;
  /** Of the commands that publish: where the registry is. */
  publishing: NodeJS.ProcessEnv;
  /** What GitHub knows of the repository. */
  facts: Facts;
}

// All tags of a release name one commit, which these judge once.
const checks = ['npm ci', 'npm run check', 'npm test'];

const read = (root: string, folder: string, file: string) =>
  readFileSync(join(root, folder, file), 'utf8');

/** The version that each package gets next: its own, or the one after it if that is released. */
export function planVersions(root: string): Versions {
  const next = ([name, folder]: [string, string]) => {
    const { version } = JSON.parse(read(root, folder, 'package.json'));
    const isReleased = read(root, folder, 'CHANGELOG.md').includes(`\n## [${version}]`);
    return [name, isReleased ? bump(version) : version];
  };
  return Object.fromEntries(Object.entries(folders).map(next));
}

/** The patch after a version. */
export const bump = (version: string) =>
  version.replace(/\d+$/, (patch) => String(Number(patch) + 1));

/** Gives each changelog something to release. */
export function noteChange(root: string, text: string): void {
  for (const folder of Object.values(folders)) {
    const file = join(root, folder, 'CHANGELOG.md');
    const changelog = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n### Changed\n\n- ${text}\n`),
    );
  }
}

/** Commits what has changed. */
export async function commit(
  clone: string,
  env: NodeJS.ProcessEnv,
  message: string,
): Promise<void> {
  const author = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@localhost'];
  const args = [...author, 'commit', '--quiet', '--all', '--message', message];
  await runCommand('git', args, { cwd: clone, env });
}

/**
 * Releases all packages: versions, changelogs, a commit, the tags, and for each tag the steps of the
 * workflow that publishes.
 *
 * @param skipped commands of the workflow that are left out, such as `npm test`
 */
export async function release(
  { clone, environment, publishing, facts }: Workshop,
  versions: Versions,
  skipped: string[],
): Promise<void> {
  const git = (...args: string[]) => runCommand('git', args, { cwd: clone, env: environment });
  const today = new Date().toISOString().slice(0, 10);
  const tags = Object.entries(versions).map(([name, version]) =>
    prepareRelease(name, version, today, clone),
  );
  await commit(clone, environment, `Release ${tags.join(', ')}`);
  for (const tag of tags) await git('tag', tag);

  const steps = await readPublishSteps(clone);
  const missing = checks.filter((check) => !steps.some(({ run }) => run === check));
  if (missing.length > 0) throw new Error(`The workflow no longer runs ${missing.join(', ')}.`);
  const judging = steps.filter(({ run }) => checks.includes(run) && !skipped.includes(run));
  await runSteps(judging, clone, environment, facts);
  for (const tag of tags) {
    say(`\n${tag}`);
    // As in a fresh checkout.
    await git('checkout', '--quiet', '--force', tag);
    await runSteps(
      steps.filter(({ run }) => !checks.includes(run)),
      clone,
      { ...environment, ...publishing, GITHUB_REF_NAME: tag },
      facts,
    );
  }
}
