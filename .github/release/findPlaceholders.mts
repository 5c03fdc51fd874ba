import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Nobody owns a name below .example, so what stands there waits for its real name. Examples for
// readers are below example.com.
const placeholder = /(?:\/\/|@)(?:[\w-]+\.)+example\b(?!\.\w)/g;

/** The names that still wait for their real ones, each once. */
export const placeholdersIn = (text: string): string[] => [...new Set(text.match(placeholder))];

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
  const problems = findPlaceholders(process.argv[2] ?? '.');
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('Nothing in the package waits for its real name.');
  process.exitCode = problems.length > 0 ? 1 : 0;
}
