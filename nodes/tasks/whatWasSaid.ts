import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { redact } from '../text/redact';

/** Fields that usually hold words for people, the best first; the contract names none. */
const speaking = ['message', 'msg', 'detail', 'error', 'reason', 'title'];
/** Fields that usually say what to do. */
const advising = ['fallback_suggestion', 'suggestion', 'hint'];
const ownFields: readonly string[] = Object.values(taskField);
const deepest = 5;

const isText = (value: unknown): value is string => typeof value === 'string' && /\S/.test(value);
const isSentence = (text: string) => /\S\s+\S/.test(text);

/** The texts for people, the best first; the texts of a list count as one. */
function textsIn(value: unknown, depth = deepest): string[] {
  if (isText(value)) return [value.trim()];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  if (Array.isArray(value))
    return [value.flatMap((entry) => textsIn(entry, depth - 1)).join('; ')].filter(isText);
  return speaking.flatMap((name) => textsIn((value as Record<string, unknown>)[name], depth - 1));
}

/** The first of these fields in `error`, or else in the record. */
function besideWords(record: object, names: string[]): unknown {
  const { error } = record as { error?: unknown };
  const places = [Object(error), record] as Array<Record<string, unknown>>;
  return places.flatMap((place) => names.map((name) => place[name])).find((one) => one != null);
}

/**
 * Reads an error body, whose shape the contract doesn't show (section 7).
 *
 * @returns its sentence for people, with its advice, and everything else, such as codes and IDs; both are
 *   empty where it has no sentence
 */
export function readError(body: object): { sentence: string; codes: string } {
  const text = textsIn(body).find(isSentence) ?? '';
  if (text === '') return { sentence: '', codes: '' };
  const advice = besideWords(body, advising);
  if (!isText(advice)) return { sentence: text, codes: wordsOf(body, text) };
  const next = advice.trim();
  const end = /[.!?]$/.test(text) ? '' : '.';
  const sentence = `${text}${end} ${next.charAt(0).toUpperCase()}${next.slice(1)}`;
  return { sentence, codes: wordsOf(body, `${text} ${next}`) };
}

/**
 * Why a task has failed, in the service's words on one line: what `error` or `message` says, with the
 * code, or else all words of the record. May be empty.
 */
export function whatWasSaid(task: Task): string {
  const { error, message } = task as { error?: unknown; message?: unknown };
  const texts = [...textsIn(error), ...textsIn(message)];
  const text = texts.find(isSentence) ?? texts[0] ?? '';
  const code = codeOf(task);
  if (text !== '' && code !== '' && text !== code) return redact(`${text} (${code})`);
  const further = Object.entries(task).filter(([name]) => !ownFields.includes(name));
  return redact(text || code || wordsOf(Object.fromEntries(further)));
}

/** The service's code for what went wrong; empty where there is none. */
export function codeOf(record: object): string {
  const code = besideWords(record, ['code']);
  return typeof code === 'string' || typeof code === 'number' ? String(code).trim() : '';
}

/**
 * The words of a record of any shape, in one line.
 *
 * @param told - a text whose sentences are left out
 */
export function wordsOf(value: unknown, told = '', depth = deepest): string {
  if (value === null || value === undefined || depth === 0) return '';
  if (typeof value !== 'object') {
    const text = String(value).trim();
    return isSentence(text) && told.includes(text) ? '' : text;
  }
  const isList = Array.isArray(value);
  const rank = (name: string) => (speaking.includes(name) ? 0 : 1);
  const words = Object.entries(value)
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([name, inner]) => {
      const text = wordsOf(inner, told, depth - 1);
      return isList || text === '' || speaking.includes(name) ? text : `${name}: ${text}`;
    });
  return [...new Set(words)].filter((text) => text !== '').join('; ');
}
