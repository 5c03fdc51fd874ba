import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** What stands in the place of the names that patterns are made of. */
const names = /\$\{[^}]*\}/g;

/** Where a pattern is made of a secret; `redact.test.ts` has it. */
const madeAtRunTime = ['nodes/text/redact.ts'];

/** The regular expressions of a source, as they stand in it. */
function patternsOf(file: string): RegExp[] {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
    }
    if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText() === 'RegExp'
    ) {
      const [pattern, flags] = node.arguments!;
      const raw = /^String\.raw`(.*)`$/s.exec(pattern!.getText())?.[1];
      if (raw !== undefined)
        found.push(new RegExp(raw.replace(names, 'id'), flags?.getText().slice(1, -1)));
      else if (!madeAtRunTime.includes(file)) throw new Error(`What is made here? ${file}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Patterns that meet no text from outside. */
const ours = ['nodes/service/connectService.ts /\\{[^}]+\\}/'];

const files = globSync(['nodes/**/*.ts', 'openapi/src/**/*.ts']).toSorted();
const patterns = new Map<string, RegExp>();
for (const file of files)
  for (const pattern of patternsOf(file)) {
    const name = `${file} ${pattern}`;
    if (!ours.some((start) => name.startsWith(start))) patterns.set(name, pattern);
  }

/**
 * Patterns that meet only the beginning or the end of a text, and how long that is: they take longer
 * for a character, but not for a text.
 */
const bounded: Array<[file: string, length: number]> = [
  // What is longer is not read: `longestRecord`.
  ['nodes/tasks/readRecord.ts', 64_000],
  ['nodes/service/readAnswer.ts', 64_000],
  ['nodes/tasks/readRecord.ts', 64_000],
  // The end of an address: `trimEdges`.
  ['nodes/links/urls.ts /(?:', 20],
  // `longestRead`.
  ['nodes/text/redact.ts', 2_000],
];

/** Signs that patterns of text repeat, and some that stand in this one. */
const signsFor = ({ source }: RegExp) => [
  ...new Set(` \nax0"{<\\\u200b${source.replace(/\\[a-z]/gi, '')}`),
];

/** A text that comes to no end: signs that repeat behind a start. */
type Attack = { start: string; unit: string };

const textOf = ({ start, unit }: Attack, length: number) =>
  `${start}${unit.repeat(Math.ceil(length / unit.length))}\u0001`;

/** What makes a pattern try again and again: signs, words of it, and pairs of signs. */
function attacksOn(pattern: RegExp): Attack[] {
  const signs = signsFor(pattern);
  const words = pattern.source.match(/[a-z]{2,}|"\w+"/gi) ?? [];
  const pairs = signs.flatMap((one) => [`${one} `, `${one}a`, `a${one}`]);
  const starts = ['', 'a', '{', '"', '0', 'https://', ...words.slice(0, 4)];
  return [...new Set([...signs, ...words, ...pairs])].flatMap((unit) =>
    starts.map((start) => ({ start, unit })),
  );
}

/** CPU time in ms, which knows nothing of what else the machine does. */
function cpuMs(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** On an idle machine all stay under 50; one that is quadratic takes minutes. */
const mostMs = 300;
const isFast = (pattern: RegExp, text: string) => cpuMs(pattern, text) < mostMs;

/** Long enough to tell a pattern that tries anew from each sign. */
const probe = 3_000;

describe('the patterns that meet texts from outside', () => {
  it('are found', () => {
    expect(patterns.size).toBeGreaterThan(80);
  });

  it.each([...patterns])('%s runs 1 MB of its worst case in no time', (name, pattern) => {
    const length = bounded.find(([file]) => name.startsWith(file))?.[1] ?? 1_000_000;
    let worst: Attack & { ms: number } = { start: '', unit: ' ', ms: 0 };
    for (const attack of attacksOn(pattern)) {
      const ms = cpuMs(pattern, textOf(attack, Math.min(probe, length)));
      if (ms > worst.ms) worst = { ...attack, ms };
    }
    // In steps, so that one that would take minutes fails and does not hang.
    for (let size = probe; size < length;) {
      size = Math.min(8 * size, length);
      const text = textOf(worst, size);
      // A collection of garbage may fall into one try, or into two.
      expect([1, 2, 3].some(() => isFast(pattern, text))).toBe(true);
    }
  });
});
