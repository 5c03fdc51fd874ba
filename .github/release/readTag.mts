import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folders } from './packages.mts';

/**
 * Finds the folder of the package that a release tag names.
 *
 * @param tag such as video-generation-openapi@1.2.3
 * @param root folder of the repository
 * @throws when the tag, package.json and changelog do not tell of the same version
 */
export function readTag(tag: string, root = '.'): string {
  const [, name = '', version] = /^([\w-]+)@(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
  const folder = folders[name];
  if (!folder)
    throw new Error(`Expected a tag such as video-generation-openapi@1.2.3, got ${tag}.`);
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  if (manifest.version !== version)
    throw new Error(
      `Expected ${folder}/package.json to be at ${version}, got ${manifest.version}.`,
    );
  if (!readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}]`))
    throw new Error(`Expected ${folder}/CHANGELOG.md to have a section [${version}], got none.`);
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href)
  console.log(`folder=${readTag(process.argv[2] ?? '')}`);
