import { shorten } from '../text/redact';
import { mapInTurns } from '../concurrency/mapItems';

/** What a field holds, or a sentence for the person who filled it in about what is wrong with it. */
export type Read<T> = { value: T; problem?: undefined } | { value?: undefined; problem: string };

/** Reads a value of the field that the form calls `label`. */
export type Reader<T> = (value: unknown, label: string) => Read<T>;

const refuse = (label: string, wanted: string, value: unknown) => ({
  problem: `${label} must be ${wanted}, but it is ${nameValue(value)}.`,
});

/** Names a value in a message. */
export function nameValue(value: unknown): string {
  if (isBlank(value)) return 'empty';
  if (typeof value === 'string') return `"${shorten(value)}"`;
  if (Number.isNaN(value)) return 'not a number';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : String(value);
}

const onlyInvisible = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a field looks empty. */
export const isBlank = (value: unknown): boolean =>
  value == null || (typeof value === 'string' && onlyInvisible.test(value));

/**
 * Finds an expression that n8n didn’t fill in: the service would charge for the text as it stands.
 *
 * @returns the rest of a sentence that begins with the field's name, or undefined
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
 * Reads a text and trims it.
 *
 * @param hint - what to put there if the field is empty, as a sentence
 */
export function readText(value: unknown, label: string, hint: string): Read<string> {
  if (isBlank(value)) return { problem: `${label} is empty. ${hint}` };
  // Tables turn cells that look like numbers into numbers.
  const text = Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string') return refuse(label, 'text', value);
  const unfilled = findUnfilled(text);
  return unfilled === undefined ? { value: text.trim() } : { problem: `${label} ${unfilled}` };
}

/**
 * Reads a list as expressions deliver it: an array, the text of a JSON array, or a plain text.
 *
 * @param split - splits a plain text into entries
 * @returns the entries that aren't blank, texts trimmed
 */
export function readList(value: unknown, split: (text: string) => string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => readList(entry, split));
  if (isBlank(value)) return [];
  if (typeof value !== 'string') return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return readList(parsed, split);
  } catch {
    // Most texts aren't JSON.
  }
  const entries = split(value.trim()).map((entry) => entry.trim());
  return entries.filter((entry) => !isBlank(entry));
}

/** Reads a number, or a text that is one: 5 and "5" are both 5; nothing is rounded. */
export const numberFrom =
  (least: number, most: number, kind: 'number' | 'whole number' = 'number'): Reader<number> =>
  (value, label) => {
    const isNumeral = typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value);
    const number = isNumeral ? Number(value) : value;
    if (typeof number === 'number' && number >= least && number <= most)
      if (kind === 'number' || Number.isSafeInteger(number)) return { value: number };
    const bounds = least === -Infinity ? '' : ` from ${least} to ${most}`;
    return refuse(label, `a ${kind}${bounds}`, value);
  };

export const choiceOf =
  <Choice extends string>(choices: readonly Choice[]): Reader<Choice> =>
  (value, label) => {
    // It's easy to leave a blank behind an expression.
    const picked = typeof value === 'string' ? value.trim() : value;
    const choice = choices.find((known) => known === picked);
    if (choice !== undefined) return { value: choice };
    const list = choices.map((known) => `"${known}"`).join(', ');
    return refuse(label, `one of ${list}`, value);
  };

/** Reads an on/off field. Anything else is refused: taking it for "off" could cost money. */
export const readSwitch: Reader<boolean> = (value, label) => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  const choice = [true, false].find((known) => known === text || String(known) === text);
  return choice === undefined ? refuse(label, 'true or false', value) : { value: choice };
};

export type Form = ReturnType<typeof openForm>;

/**
 * Opens the fields that count for the whole run of a node. Bad values are collected in `problems`, so
 * that the person is told about all of them at once.
 */
export function openForm(context: {
  getNode(): { parameters: object };
  getInputData(): readonly unknown[];
  getNodeParameter(path: string, row: number, fallback: unknown): unknown;
}) {
  const problems: string[] = [];
  const { parameters } = context.getNode();

  /**
   * Reads a field. An expression is resolved for every row, to see whether they all agree.
   *
   * @param fallback - for a field that the form doesn't hold, such as an option that wasn't added
   */
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
