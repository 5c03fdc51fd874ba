import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rootFolder } from '../../playground/folders.ts';
import { environment } from '../../playground/processes/environment.ts';
import { say, step } from '../../playground/report.ts';
import { namesOf } from '../../.github/release/nameRepository.mts';
import { exitOnSignal } from '../exitOnSignal.ts';
import { startRegistry } from './registry/startRegistry.ts';
import { startEmptyN8n } from './emptyN8n.ts';
import { tryEmptyProject } from './emptyProject.ts';
import { bump, commit, noteChange, planVersions, release, type Workshop } from './release.ts';
import { runCommand } from './runCommand.ts';

const help = `npm run rehearse -- [options]

Releases what is committed here, on this machine alone: in a clone, with the steps of
.github/workflows/publish.yml, to a registry on loopback. Then installs the packages from there by
name, into an empty n8n and an empty project, tries them, and updates them to the next version.

  --skip-checks  leave "npm ci", "npm run check" and "npm test" out, when they have just passed here
  --help         this text`;

/** The repository that the rehearsed packages say they are from, and who publishes them. */
const repository = 'rehearsal/video-generation-for-n8n';
const author = 'Rehearsal <rehearsal@example.com>';

/** The package that is updated. */
const name = 'n8n-nodes-video-generation';

/** What a rehearsal cannot show; "Release" in CONTRIBUTING.md tells how each is done. */
const left = 'provenance, the trusted publisher, the pages of the documentation';

const mostComplaints = 20;

const { values: options } = parseArgs({
  options: { 'skip-checks': { type: 'boolean' }, help: { type: 'boolean' } },
});

async function rehearse(folder: string, stops: (() => Promise<void>)[]): Promise<string> {
  const startedAt = Date.now();
  const base = environment({});
  const here = { cwd: rootFolder, env: base };
  const behind = (await runCommand('npm', ['config', 'get', 'registry'], here)).match(
    /^https?:\S+/m,
  )![0];
  const registry = await step('Starting a registry', () =>
    startRegistry(join(folder, 'registry'), behind),
  );
  stops.push(() => registry.stop());
  const settings = join(folder, 'npmrc');
  await writeFile(settings, `registry=${registry.url}/\n`);
  const npm = {
    npm_config_userconfig: settings,
    npm_config_globalconfig: join(folder, 'none'),
    npm_config_cache: join(folder, 'cache'),
  };
  const clone = join(folder, 'clone');
  await runCommand('git', ['clone', '--quiet', rootFolder, clone], here);
  // Fetched once more, the packages of this tree take minutes.
  if (options['skip-checks']) await runCommand('cp', ['-a', 'node_modules', clone], here);
  const workshop: Workshop = {
    clone,
    environment: { ...base, GITHUB_REPOSITORY: repository },
    publishing: npm,
    facts: { 'secrets.NPM_TOKEN': 'rehearsal' },
  };

  const checks = ['npm ci', 'npm run check', 'npm test'];
  await nameAll(workshop);
  const first = planVersions(clone);
  await release(workshop, first, options['skip-checks'] ? checks : []);

  say('');
  const snippets = await tryEmptyProject(join(folder, 'project'), { ...base, ...npm });
  const n8n = await startEmptyN8n(folder, { ...base, ...npm });
  stops.unshift(() => n8n.stop());
  await n8n.install(first[name]!);
  await n8n.importExamples();
  await n8n.runExample();
  const site = namesOf(repository, author).homepage;
  for (const url of await n8n.help()) assert.ok(url.startsWith(`${site}/`), url);
  const before = await n8n.stored();

  const next = { [name]: bump(first[name]!) };
  noteChange(clone, 'A release to update to.');
  say('');
  await release(workshop, next, checks);
  say('');
  await n8n.install(next[name]!);
  assert.deepEqual(await n8n.stored(), before);
  await n8n.runExample();

  const names = [...Object.entries(first), ...Object.entries(next)].map((one) => one.join(' '));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return `Rehearsed in ${seconds} s${options['skip-checks'] ? ', without the checks' : ''}: published ${names.join(', ')}; ran ${snippets} README snippets, and a workflow before and after the update. Left for GitHub: ${left}.`;
}

/** Names the repository in the clone, as "Release" in CONTRIBUTING.md has it, and commits that. */
async function nameAll({ clone, environment: env }: Workshop): Promise<void> {
  const node = (...args: string[]) => runCommand(process.execPath, args, { cwd: clone, env });
  const check = ['.github/release/findPlaceholders.mts', '--names'];
  await step('Naming the repository, without which no release begins', async () => {
    await assert.rejects(node(...check), /Release.*has the command/);
    await node('.github/release/nameRepository.mts', repository, author);
    await node(...check);
    await commit(clone, env, 'Name the repository');
  });
}

/** What last went wrong at the registry, whose folder goes with the rehearsal. */
async function complaints(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n');
  const isOne = (line: string) => /^(warn|error|fatal)\b|(<|-)-- (ERR|[45]\d\d)\b/.test(line);
  return ['The registry:', ...lines.filter(isOne).slice(-mostComplaints)].join('\n');
}

if (options.help) say(help);
else {
  exitOnSignal();
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-rehearsal-'));
  const stops: (() => Promise<void>)[] = [];
  try {
    say(await rehearse(folder, stops));
  } catch (error) {
    say(`The rehearsal failed: ${(error as Error).message}`);
    say(await complaints(join(folder, 'registry', 'registry.log')));
    process.exitCode = 1;
  } finally {
    for (const stop of stops) await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
