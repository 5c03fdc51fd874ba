interface Evidence {
  keyword: string;
  evidence: string;
  because?: string;
}

interface Described {
  description?: string;
  'x-constraint-evidence'?: Evidence[];
  'x-unspecified'?: Record<string, string>;
}

/** What a reader should know of one node, as lines of Markdown. */
function notes(node: Described): string[] {
  const reasons = (node['x-constraint-evidence'] ?? [])
    .filter(({ because }) => because)
    .map(({ keyword, evidence, because }) => `- \`${keyword}\` is ${evidence}: ${because}`);
  const gaps = Object.entries(node['x-unspecified'] ?? {}).map(
    ([aspect, note]) => `- Not stated (*${aspect}*): ${note}`,
  );
  return [...reasons, ...gaps];
}

/**
 * Moves what the document says of its own gaps and reasons into the descriptions, where people read.
 *
 * @param node - the document, or any part of it
 * @returns a copy in which descriptions carry the gaps and the extensions are gone
 */
export function tellGaps(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tellGaps);
  if (typeof node !== 'object' || node === null) return node;
  const found = notes(node as Described);
  const copy = Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !['x-constraint-evidence', 'x-unspecified'].includes(key))
      .map(([key, value]) => [key, tellGaps(value)]),
  ) as Described & { info?: { description: string } };
  if (found.length === 0) return copy;
  const text = `\n\n${found.join('\n')}\n`;
  if (copy.info) copy.info.description += `\n## What the service does not state${text}`;
  else copy.description = `${copy.description ?? ''}${text}`;
  return copy;
}
