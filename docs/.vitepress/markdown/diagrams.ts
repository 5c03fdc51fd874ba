import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

// The site's own colours, so that a diagram follows the dark mode.
const colours = {
  bg: 'var(--vp-c-bg)',
  fg: 'var(--vp-c-text-1)',
  muted: 'var(--vp-c-text-2)',
  accent: 'var(--vp-c-brand-1)',
};

/** Draws Mermaid diagrams while the site is built, so that a page loads no drawing program. */
export function drawDiagrams(markdown: MarkdownRenderer): void {
  const drawCode = markdown.renderer.rules.fence!;
  markdown.renderer.rules.fence = (tokens, index, ...more) => {
    const { info, content } = tokens[index]!;
    if (info.trim() !== 'mermaid') return drawCode(tokens, index, ...more);
    // A page asks nobody but the site, not for fonts either.
    const svg = renderMermaidSVG(content, { ...colours, transparent: true }).replace(
      /@import url\([^)]*\);/,
      '',
    );
    const text = markdown.utils.escapeHtml(JSON.stringify(svg));
    const width = /width="([\d.]+)"/.exec(svg)![1];
    return `<div class="diagram" style="--width: ${width}px" role="img" aria-label="Diagram" v-html="${text}"></div>\n`;
  };
}
