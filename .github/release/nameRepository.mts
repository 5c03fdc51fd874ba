import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folders } from './packages.mts';

/** What a package says of who publishes it, and where. */
export interface Names {
  homepage: string;
  bugs: { url: string };
  repository: { type: 'git'; url: string; directory?: string };
  author: { name: string; email: string };
}

/**
 * The names of the place that the packages are published from.
 *
 * @param repository such as owner/name
 * @param author such as `Name <name@example.com>`
 * @param docsUrl address of the documentation, where it isn't on the repository's own pages
 * @throws when one of them is not written like that
 */
export function namesOf(repository: string, author: string, docsUrl?: string): Names {
  const [, owner, project] = /^([\w-]+)\/([\w.-]+)$/.exec(repository) ?? [];
  if (!owner || !project)
    throw new Error(`Expected a repository such as owner/name, got "${repository}".`);
  const [, name, email] = /^([^<>]+?) *<([^<>\s]+@[^<>\s]+)>$/.exec(author) ?? [];
  if (!name || !email)
    throw new Error(`Expected an author such as "Name <name@example.com>", got "${author}".`);
  const host = `${owner.toLowerCase()}.github.io`;
  const own = project.toLowerCase() === host ? `https://${host}` : `https://${host}/${project}`;
  return {
    homepage: (docsUrl || own).replace(/\/$/, ''),
    bugs: { url: `https://github.com/${repository}/issues` },
    repository: { type: 'git', url: `git+https://github.com/${repository}.git` },
    author: { name, email },
  };
}

/**
 * Writes the names into each package, and the address of the documentation wherever the sources lead
 * to it. What is released holds the names as they are committed.
 *
 * @param root folder of the repository
 */
export function writeNames(names: Names, root = '.'): void {
  const old = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).homepage as string;
  const found = execFileSync('git', ['grep', '-lF', '--', old], { cwd: root, encoding: 'utf8' });
  for (const file of found.trim().split('\n')) {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(old, names.homepage));
  }
  for (const folder of Object.values(folders)) {
    const path = join(root, folder, 'package.json');
    const manifest = Object.assign(JSON.parse(readFileSync(path, 'utf8')) as object, names);
    // Without it, npm looks for a package's sources at the root.
    if (folder !== '.') manifest.repository = { ...names.repository, directory: folder };
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [repository = '', author = '', docsUrl] = process.argv.slice(2);
  const names = namesOf(repository, author, docsUrl);
  writeNames(names);
  console.log(`The documentation is at ${names.homepage}. Next: look at the changes, and commit.`);
}
