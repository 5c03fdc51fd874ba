import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { folders } from './packages.mts';

interface Named {
  homepage: string;
  bugs: { url: string };
  repository: { type: 'git'; url: string; directory?: string };
  author: { name: string; email: string };
}

/**
 * What the packages say of the place that they are published from. The documentation is on the
 * repository's own pages, unless another address is given.
 *
 * @param repository such as owner/name
 * @param docsUrl address of the documentation, where it is not GitHub's own
 * @throws when the repository is not written like that
 */
export function nameRepository(
  repository: string,
  docsUrl?: string,
): Omit<Named, 'author'> & {
  email: string;
} {
  const [, owner, name] = /^([\w-]+)\/([\w.-]+)$/.exec(repository) ?? [];
  if (!owner || !name)
    throw new Error(`Expected a repository such as owner/name, got ${repository}.`);
  const host = `${owner.toLowerCase()}.github.io`;
  const own = name.toLowerCase() === host ? `https://${host}` : `https://${host}/${name}`;
  return {
    homepage: (docsUrl || own).replace(/\/$/, ''),
    bugs: { url: `https://github.com/${repository}/issues` },
    repository: { type: 'git', url: `git+https://github.com/${repository}.git` },
    email: `${owner}@users.noreply.github.com`,
  };
}

function main(repository: string, docsUrl: string | undefined): void {
  const { email, ...names } = nameRepository(repository, docsUrl);
  for (const folder of Object.values(folders)) {
    const file = `${folder}/package.json`;
    const manifest: Named = JSON.parse(readFileSync(file, 'utf8'));
    const { name } = manifest.author;
    Object.assign(manifest, names, { author: { name, email } });
    // Without it, npm looks for a package's sources at the root.
    if (folder !== '.') manifest.repository = { ...names.repository, directory: folder };
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href)
  main(process.env.GITHUB_REPOSITORY ?? '', process.env.DOCS_URL);
