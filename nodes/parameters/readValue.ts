import { shorten } from '../text/redact';
import { mapInTurns } from '../concurrency/mapItems';

/** What a field holds, or what is wrong with it in a sentence for the person who filled it in. */
export type Read<T> = { value: T; problem?: undefined } | { value?: undefined; problem: string };

/** Reads a field that has this name for people. */
export type Reader<T> = (value: unknown, label: string) => Read<T>;

const refuse = (label: string, wanted: string, value: unknown) => ({
  problem: `${label} must be ${wanted}, but it is ${nameValue(value)}.`,
});

/** A value as people would name it, short enough for a message. */
export function nameValue(value: unknown): string {
  if (isBlank(value)) return 'empty';
  if (typeof value === 'string') return `"${shorten(value)}"`;
  if (Number.isNaN(value)) return 'not a number';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : String(value);
}

/** Characters that show nothing, of which a text may consist that looks empty. */
const invisible = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether a field holds nothing that anybody could see. */
export const isBlank = (value: unknown): boolean =>
  value == null || (typeof value === 'string' && value.replace(invisible, '') === '');

/**
 * Tells where an expression in a text was not filled in: sent as it is, it would be paid for.
 *
 * @returns the second half of a sentence that begins with the field's name, with what to do
 */
export function findUnfilled(text: string): string | undefined {
  const start = text.indexOf('{{');
  const end = text.indexOf('}}', start + 2);
  if (start >= 0 && end >= 0)
    return `contains ${nameValue(text.slice(start, end + 2))}, which n8n didn’t fill in. Switch the field from Fixed to Expression.`;
  if (/^\s*(undefined|null|NaN)\s*$/.test(text))
    return `is "${text.trim()}", which is what an expression gives when it finds no value. Check the names in it.`;
  if (text.includes('[object Object]'))
    return 'contains "[object Object]". Pick a field of that object in your expression.';
  return undefined;
}

/**
 * Reads a text of one's own, without the blanks around it.
 *
 * @param hint - what to put there, as a sentence, for a field that is empty
 */
export function readText(value: unknown, label: string, hint: string): Read<string> {
  if (isBlank(value)) return { problem: `${label} is empty. ${hint}` };
  // A table has a number where its cell looks like one.
  const text = Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string') return refuse(label, 'text', value);
  const unfilled = findUnfilled(text);
  return unfilled === undefined ? { value: text.trim() } : { problem: `${label} ${unfilled}` };
}

/**
 * Reads the forms in which expressions deliver a list: an array, the text of a JSON array, or one
 * text.
 *
 * @param split - takes apart a text that is no JSON
 * @returns the entries without blank ones; texts are trimmed
 */
export function readList(value: unknown, split: (text: string) => string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => readList(entry, split));
  if (isBlank(value)) return [];
  if (typeof value !== 'string') return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return readList(parsed, split);
  } catch {
    // Most texts are no JSON.
  }
  const entries = split(value.trim()).map((entry) => entry.trim());
  return entries.filter((entry) => !isBlank(entry));
}

/** Reads a number as forms and expressions deliver it: 5 and "5" are both 5; nothing is rounded. */
export const numberFrom =
  (least: number, most: number, kind: 'number' | 'whole number' = 'number'): Reader<number> =>
  (value, label) => {
    const isNumeral = typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value);
    const number = isNumeral ? Number(value) : value;
    if (typeof number === 'number' && number >= least && number <= most)
      if (kind === 'number' || Number.isSafeInteger(number)) return { value: number };
    const isOpen = most === Infinity;
    const bounds = isOpen ? `of at least ${least}` : `from ${least} to ${most}`;
    return refuse(label, least === -Infinity ? `a ${kind}` : `a ${kind} ${bounds}`, value);
  };

/** Reads a field with fixed choices. */
export const choiceOf =
  <Choice extends string>(choices: readonly Choice[]): Reader<Choice> =>
  (value, label) => {
    // A blank behind an expression is nobody's wish.
    const picked = typeof value === 'string' ? value.trim() : value;
    const choice = choices.find((known) => known === picked);
    if (choice !== undefined) return { value: choice };
    const list = choices.map((known) => `"${known}"`).join(', ');
    return refuse(label, `one of ${list}`, value);
  };

/** Reads an on/off field. What is neither is a mistake: guessing "off" could spend money. */
export const readSwitch: Reader<boolean> = (value, label) => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  const choice = [true, false].find((known) => known === text || String(known) === text);
  return choice === undefined ? refuse(label, 'true or false', value) : { value: choice };
};

/** The fields of a node that count for its whole run, and all that is wrong with them. */
export type Form = ReturnType<typeof openForm>;

/**
 * Opens the form of the running node. Nothing is thrown for a bad value, so that all are told, and
 * an expression is resolved for every row, because only then it shows that the rows do not agree.
 */
export function openForm(context: {
  getNode(): { parameters: object };
  getInputData(): readonly unknown[];
  getNodeParameter(path: string, row: number, fallback: unknown): unknown;
}) {
  /** Sentences for the person who filled in the form. */
  const problems: string[] = [];
  const { parameters } = context.getNode();

  /** Reads a field; one that the form does not hold, such as an option not added, has the fallback. */
  async function field<T>(path: string, label: string, fallback: T, read: Reader<T>): Promise<T> {
    const names = path.split('.');
    const stored = names.reduce<unknown>((form, name) => Object(form)[name] as unknown, parameters);
    if (stored === undefined) return fallback;
    const isExpression = typeof stored === 'string' && stored.startsWith('=');
    const rows = isExpression ? context.getInputData().keys() : [0];
    const values = await mapInTurns(rows, (row) => context.getNodeParameter(path, row, null));
    const first = JSON.stringify(values[0]);
    const other = values.findIndex((value) => JSON.stringify(value) !== first);
    if (other >= 0)
      problems.push(
        `${label} must be the same for all rows, but row ${other + 1} has another value than row 1.`,
      );
    const { value, problem } = read(values[0], label);
    if (problem === undefined) return value as T;
    problems.push(problem);
    return fallback;
  }

  return { problems, field };
}
