import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Names } from './nameRepository.mts';

// Nobody owns a name below .example, so what stands there waits for its real name. Examples for
// readers are below example.com.
const placeholder = /(?:\/\/|@)(?:[\w-]+\.)+example\b(?!\.\w)/g;

/** The names that still wait for their real ones, each once. */
export const placeholdersIn = (text: string): string[] => [...new Set(text.match(placeholder))];

/**
 * Lists what a package doesn't say of the place that it is published from. npm refuses one whose
 * repository is another than that of the workflow.
 *
 * @param manifest the package.json
 * @param repository that publishes, such as owner/name; any when left out
 */
export function missingNames(manifest: Partial<Names>, repository?: string): string[] {
  const missing = (['homepage', 'bugs', 'repository', 'author'] as const)
    .filter((name) => manifest[name] === undefined)
    .map((name) => `package.json has no ${name}.`);
  const { url } = manifest.repository ?? {};
  if (url && repository && url !== `git+https://github.com/${repository}.git`)
    missing.push(`package.json names the repository ${url}, not ${repository}.`);
  const held = placeholdersIn(JSON.stringify(manifest));
  return [...missing, ...(held.length > 0 ? [`package.json holds ${held.join(', ')}.`] : [])];
}

/**
 * Builds and lists what publishing a package would send.
 *
 * @param folder of the package
 * @returns one sentence for each file with a placeholder in it
 */
export function findPlaceholders(folder: string): string[] {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // What the build prints comes before the list.
  const list = JSON.parse(packed.slice(packed.search(/^[[{]$/m)));
  const [{ files }] = Object.values(list) as [{ files: { path: string }[] }];
  return files.flatMap(({ path }) => {
    const found = placeholdersIn(readFileSync(join(folder, path), 'utf8'));
    return found.length > 0 ? [`${join(folder, path)} holds ${found.join(', ')}.`] : [];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [folder = '.'] = process.argv.slice(2).filter((one) => one !== '--names');
  const isNamesOnly = process.argv.includes('--names');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const missing = missingNames(manifest, process.env.GITHUB_REPOSITORY);
  // Nothing needs to be built to see that.
  const problems = missing.length > 0 || isNamesOnly ? missing : findPlaceholders(folder);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('Nothing in the package waits for its real name.');
  else console.error('"Release" in CONTRIBUTING.md has the command that names everything.');
  process.exitCode = problems.length > 0 ? 1 : 0;
}
