import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';

interface Parsed {
  name: string;
  document: ReturnType<typeof parseHTML>['document'];
}

/**
 * Follows every link, picture and anchor of a built site.
 *
 * @param folder of the built site
 * @param base path below which it will live, with a slash at its end
 * @returns one sentence for each thing that leads nowhere, and for each page without a title
 */
export async function checkSite(folder: string, base: string): Promise<string[]> {
  const pages = new Map<string, Parsed>();
  for await (const name of glob('**/*.html', { cwd: folder })) {
    const { document } = parseHTML(await readFile(join(folder, name), 'utf8'));
    pages.set(name, { name, document });
  }
  // The reference and VitePress's page for lost visitors are not of our writing.
  const own = [...pages.values()].filter(({ name }) => !/^(404|reference)\.html$/.test(name));
  if (own.length === 0) return [`There are no pages in ${folder}.`];
  return own.flatMap((page) => [
    ...titleProblems(page),
    ...addressesOf(page).flatMap((address) => {
      const problem = problemOf(address, page, pages, folder, base);
      return problem ? [`${page.name}: ${address} ${problem}`] : [];
    }),
  ]);
}

const titleProblems = ({ name, document }: Parsed) =>
  document.querySelectorAll('h1').length === 1 && document.title
    ? []
    : [`${name}: has no title, or several`];

const addressesOf = ({ document }: Parsed) => [
  ...new Set(
    [...document.querySelectorAll('[href], [src]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src')!,
    ),
  ),
];

function problemOf(
  address: string,
  page: Parsed,
  pages: Map<string, Parsed>,
  folder: string,
  base: string,
): string | undefined {
  if (/^(\w+:|\/\/)/.test(address)) return undefined;
  const [path = '', anchor] = address.replace(/\?[^#]*/, '').split('#');
  if (path !== '' && !path.startsWith(base)) return `is not below ${base}`;
  const place = decodeURI(path.slice(base.length));
  const file =
    path === ''
      ? page.name
      : [place, `${place}.html`, join(place, 'index.html')].find(
          (name) => /\.\w+$/.test(name) && existsSync(join(folder, name)),
        );
  if (!file) return 'leads nowhere';
  if (!anchor || !pages.has(file)) return undefined;
  const found = pages.get(file)!.document.getElementById(decodeURIComponent(anchor));
  return found ? undefined : 'has no such anchor';
}
