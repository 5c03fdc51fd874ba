/** A sentence that counts as what the service says, and where it stands. */
export interface Told {
  sentence: string;
  pointer: string;
}

/** A keyword that the service is said to restrict a value by, and what it has for a value. */
export interface Restricted {
  place: string;
  value: unknown;
}

type Node = Record<string, unknown>;

const ours = /(^|(?<=\.) )Our (advice|reading):.*$/;

/** The sentences of a description, without what is marked as ours. */
export function sentencesOf(text: string): string[] {
  const blocks = text.trim().split(/\n\s*\n/);
  return blocks
    .flatMap((block) => (/^[|#]/.test(block) ? block.split('\n') : [block.replace(/\s+/g, ' ')]))
    .map((line) => line.replace(ours, '').trim())
    .filter((line) => line !== '')
    .flatMap((line) => (/^[|#]/.test(line) ? [line] : line.split(/(?<=\.) (?=[A-Z`0-9])/)));
}

/** Everything that is written under `documented`; what has no evidence of its own has its parent's. */
export function* documentedOf(
  node: unknown,
  pointer: string[] = [],
  evidence: unknown = 'documented',
): Generator<Told> {
  if (typeof node !== 'object' || node === null) return;
  const own = (node as Node)['x-evidence'] ?? evidence;
  for (const [key, value] of Object.entries(node)) {
    // Data of an example, names of the document itself, and what is listed as not stated.
    if (
      ['value', 'x-unspecified'].includes(key) ||
      (key === 'title' && !pointer.includes('schemas'))
    )
      continue;
    if (['description', 'summary', 'title'].includes(key) && typeof value === 'string') {
      if (own === 'documented')
        for (const sentence of sentencesOf(value)) yield { sentence, pointer: pointer.join('/') };
    } else yield* documentedOf(value, [...pointer, key], own);
  }
}

/** The restrictions of schemas that count as documented. */
export function* restrictionsOf(node: unknown, pointer: string[] = []): Generator<Restricted> {
  if (typeof node !== 'object' || node === null) return;
  const reasons = ((node as Node)['x-constraint-evidence'] ?? []) as Array<Record<string, string>>;
  for (const { keyword = '', evidence } of reasons)
    if (evidence === 'documented')
      yield { place: `${pointer.join('/')} ${keyword}`, value: (node as Node)[keyword] };
  for (const [key, value] of Object.entries(node))
    if (key !== 'x-constraint-evidence') yield* restrictionsOf(value, [...pointer, key]);
}
