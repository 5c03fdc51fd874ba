import type { MarkdownRenderer } from 'vitepress';

/** Gives each cell the heading of its column, for phones, where a row stands as a block. */
export function nameColumns(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('column-names', ({ tokens }) => {
    let headings: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'thead_open') headings = [];
      if (token.type === 'tr_open') column = 0;
      if (token.type === 'th_open') headings.push(textOf(tokens[index + 1]));
      if (token.type === 'td_open') {
        const heading = headings[column];
        if (column > 0 && heading) token.attrSet('data-column', heading);
        column += 1;
      }
    }
  });
}

const textOf = (inline?: { children: { content: string }[] | null }) =>
  (inline?.children ?? []).map(({ content }) => content).join('');
