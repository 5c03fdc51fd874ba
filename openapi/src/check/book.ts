export type Verdict = 'kept' | 'broken' | 'not tried';

/** A promise of the interface, and whether the server kept it. */
export interface Finding {
  promise: string;
  verdict: Verdict;
  /** What was seen, in one sentence. */
  evidence: string;
}

/** What the checks write into: promises, and what was seen where the interface is silent. */
export interface Book {
  readonly findings: Finding[];
  /** By place and aspect of the gap, such as `Task, id / presence`. */
  readonly seen: Map<string, string[]>;
  /** Whether a task was created, as far as it is known. */
  spent: 'nothing' | 'one task' | 'perhaps one task';
  /** What the server may have been asked with wrongly: a refused key, or an address that is not its own. */
  doubt?: 'key' | 'address';
  /** Words of the server, fit for the book: without the key, should the server send it back. */
  said(words: unknown): string;
  keep(promise: string, evidence: string): void;
  breach(promise: string, evidence: string): void;
  skip(promise: string, evidence: string): void;
  see(place: string, aspect: string, observation: string): void;
}

// What a strange server puts into a status or a field's name may be of any length.
const longest = 300;

/**
 * Opens an empty book.
 *
 * @param key - what must stand nowhere in it, even when a server sends it back; our own words stay
 *   as they are, whatever the key is
 */
export function openBook(key: string): Book {
  const findings: Finding[] = [];
  const seen = new Map<string, string[]>();
  const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);
  const note = (verdict: Verdict) => (promise: string, evidence: string) => {
    const told = cut(evidence);
    const isKnown = findings.some((one) => one.promise === promise && one.evidence === told);
    if (!isKnown) findings.push({ promise, verdict, evidence: told });
  };
  return {
    findings,
    seen,
    spent: 'nothing',
    said: (words) => String(words).replaceAll(key, '***'),
    keep: note('kept'),
    breach: note('broken'),
    skip: note('not tried'),
    see(place, aspect, observation) {
      const gap = `${place} / ${aspect}`;
      const before = seen.get(gap) ?? [];
      const told = cut(observation);
      if (!before.includes(told)) seen.set(gap, [...before, told]);
    },
  };
}
