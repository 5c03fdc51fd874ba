import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folders } from './packages.mts';

/**
 * Writes the version of the next release wherever it has to stand: package.json, the lock file, the
 * changelog, and for the document also in itself and in the sandbox, which needs it.
 *
 * @param name of the package
 * @param version such as 1.2.3
 * @param date of the release, as YYYY-MM-DD
 * @param root folder of the repository
 * @returns the tag that publishes it
 * @throws when there is no such package, or its changelog has nothing to release
 */
export function prepareRelease(name: string, version: string, date: string, root = '.'): string {
  const folder = folders[name];
  if (!folder)
    throw new Error(`Expected one of ${Object.keys(folders).join(', ')}, got "${name}".`);
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`Expected a version such as 1.2.3, got "${version}".`);
  const edit = (file: string, change: (text: string) => string) => {
    const path = join(root, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  const editJson = (file: string, change: (content: Json) => void) =>
    edit(file, (text) => {
      const content = JSON.parse(text);
      change(content);
      return `${JSON.stringify(content, null, 2)}\n`;
    });

  edit(join(folder, 'CHANGELOG.md'), (text) => withSection(text, version, date));
  editJson(join(folder, 'package.json'), (manifest) => (manifest.version = version));
  editJson('package-lock.json', (lock) => {
    if (folder === '.') lock.version = lock.packages[''].version = version;
    else lock.packages[folder].version = version;
    if (folder === 'openapi') lock.packages.sandbox.dependencies[name] = version;
  });
  if (folder === 'openapi') {
    editJson('sandbox/package.json', (manifest) => (manifest.dependencies[name] = version));
    for (const file of ['openapi/openapi.yaml', 'openapi/arazzo.yaml'])
      edit(file, (text) => text.replace(/^( {2}version: ).*$/m, `$1${version}`));
  }
  return `${name}@${version}`;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- package.json and its lock file
type Json = any;

/** The changelog with what is unreleased under the version, and nothing unreleased any more. */
function withSection(changelog: string, version: string, date: string): string {
  const [, unreleased = ''] = /^## \[Unreleased\]\n(.*?)(?=^## |(?![^]))/ms.exec(changelog) ?? [];
  if (!/^- /m.test(unreleased))
    throw new Error('There is nothing under "Unreleased" in the changelog.');
  return changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${date}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [name = '', version = ''] = process.argv.slice(2);
  const tag = prepareRelease(name, version, new Date().toISOString().slice(0, 10));
  console.log(`Next: look at the changes, run .ci/run, commit, and push the tag ${tag}.`);
}
