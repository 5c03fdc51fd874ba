import { existsSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { repositoryUrl, rootFolder } from '../identity.ts';
import { downloadOf, routeOf } from '../pages.ts';

/** The address on the site of a file of the repository, or nothing when no reader can get there. */
function addressOf(file: string): string | undefined {
  return downloadOf(file) ?? routeOf(file) ?? (repositoryUrl && `${repositoryUrl}/${file}`);
}

/**
 * Turns links between files of the repository, as they work in any Markdown viewer, into links of
 * the site: pages to pages, examples to downloads, all else to the public repository.
 *
 * @throws when a link leads to a file that is not there
 */
export function leadLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page: string = env.realPath ?? env.path;
    const inline = tokens.flatMap(({ children }) => children ?? []);
    for (const [index, token] of inline.entries()) {
      const href = token.type === 'link_open' && String(token.attrGet('href'));
      if (!href || /^(\w+:|#|\/)/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      const target = join(dirname(page), decodeURI(path));
      const file = relative(rootFolder, target).replaceAll('\\', '/');
      if (!existsSync(target)) throw new Error(`${relative(rootFolder, page)} leads to ${file}.`);
      const address = addressOf(file);
      // Without a public repository there is nowhere to go: the words stay, the link goes.
      if (!address) {
        const end = inline.slice(index).find(({ type }) => type === 'link_close');
        Object.assign(token, { tag: 'span', attrs: [] });
        Object.assign(end!, { tag: 'span' });
      } else token.attrSet('href', address + (anchor ? `#${anchor}` : ''));
      if (downloadOf(file)) token.attrSet('download', posix.basename(file));
    }
  });
}
