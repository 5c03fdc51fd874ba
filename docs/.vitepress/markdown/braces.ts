import type { MarkdownRenderer } from 'vitepress';

/** Shows n8n's expressions, such as {{ $json.id }}, which the site's Vue would evaluate itself. */
export function keepBraces(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  for (const name of ['text', 'code_inline'] as const) {
    const render = rules[name]!;
    rules[name] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
  }
}
