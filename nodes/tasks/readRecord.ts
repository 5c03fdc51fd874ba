import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { shorten } from '../text/redact';

/** A task has a few hundred characters; to parse what is longer would hold up n8n's only thread. */
export const longestRecord = 64_000;

/** n8n copies and stores what it is given by recursion: what is nested deeper is left out. */
const deepest = 20;

/** An ID that JavaScript may not hold exactly as a number. */
const longId = new RegExp(String.raw`("${taskField.id}"\s*:\s*)(\d{16,})(?=\s*[,}])`, 'g');

/** Reads a JSON object; undefined when the text is none. */
export function readRecord(text: string): Record<string, unknown> | undefined {
  if (text.length > longestRecord) return undefined;
  try {
    const value: unknown = JSON.parse(text.replace(longId, '$1"$2"'));
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? (cutDeep(value, deepest) as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function cutDeep(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) return value.map((entry) => cutDeep(entry, levels - 1));
  const fields = Object.entries(value).map(([name, inner]) => [name, cutDeep(inner, levels - 1)]);
  return Object.fromEntries(fields);
}

/** The task's ID, which the contract has at the top; undefined when there is none that can be one. */
export function idOf(record: Record<string, unknown> = {}): string | undefined {
  const id = record[taskField.id];
  if (Number.isSafeInteger(id)) return String(id);
  return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}

/**
 * Reads the task of an answer, which stands at its top (contract 4.2). One that is about another task
 * is not to be believed: a cache may have mixed up two answers.
 *
 * @param taskId - the task that was asked for
 * @returns the task, or why the answer is not to be believed; neither where it is about no task
 */
export function recognizeTask(
  answer: Record<string, unknown>,
  taskId: string,
): { task?: Task; contradiction?: string } {
  const { status } = answer;
  if (typeof status !== 'string') return {};
  // An answer need not repeat the id: the contract does not show it.
  const id = idOf(answer)?.trim() ?? taskId;
  if (id !== taskId) return { contradiction: `the answer is about task "${shorten(id)}"` };
  return { task: { ...answer, status: shorten(status) } };
}

/**
 * Tells why a task's id cannot go into the path of a request unchanged. Such an id is never bent
 * into shape: another id would be another task.
 *
 * @returns what the id does, as the end of a sentence, or undefined when it is fine
 */
export function taskIdProblem(id: string): string | undefined {
  if (id === '') return 'is empty';
  if (id.length > 512) return 'is longer than 512 characters';
  if (/\p{Surrogate}/u.test(id)) return 'contains half of a character';
  if (id !== id.trim()) return 'begins or ends with a blank';
  if (/\p{Cc}/u.test(id)) return 'contains a line break or a control character';
  // A path drops these, so another address would be asked.
  if (/^\.{1,2}$/.test(id)) return 'is only dots';
  return undefined;
}

/** As many as a person may want to try. */
const mostShown = 8;
const longestShown = 200;
/** The service's own field, an envelope's, and one or two that are about something else. */
const mostAsked = 4;

/** Names of IDs, in lower case with `_` between their words. */
const idName =
  /(?:^|[^a-z])(?:(?:task|job|video|generation|operation|request|order)?ids?|u?uid|guid|task|job|operation)$/;
const ofRequest = /request|trace|correlation/i;

/** A field of JSON, whole or broken off; a number that ends with the text may have lost digits. */
const field =
  /"((?:[^"\\]|\\.){0,100})"\s{0,20}:[\s[]{0,20}(?:"((?:[^"\\]|\\.){1,2000})"|(\d{1,100})(?=[\s,}\]]))/g;

const form = /^[^\s=&<{["]{1,100}=\S*$/;

type Field = { name: string; value: string };

/** Reads the fields of JSON, whole or broken off; JSON that stands in a text is opened. */
function fieldsOf(text: string): Field[] {
  return Array.from(text.matchAll(field)).flatMap(([, name = '', inQuotes, number = '']) => {
    const value = (inQuotes ?? number).trim();
    const inner = value.startsWith('{') ? fieldsOf(value.replace(/\\(.)/g, '$1')) : [];
    return inner.length > 0 ? inner : [{ name, value }];
  });
}

const isId = ({ name }: Field) =>
  idName.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase());

/**
 * Finds the tasks that a callback may be about, in the order in which the service is to be asked:
 * the one that stands where the contract has it, and then whatever else looks like an ID.
 *
 * @param text - the body, of any kind
 */
export function findTaskIds(text: string): string[] {
  const start = text.slice(0, longestRecord).trim();
  const read = form.test(start)
    ? JSON.stringify(Object.fromEntries(new URLSearchParams(start)))
    : start;
  const first = idOf(readRecord(read))?.trim() ?? '';
  const others = fieldsOf(read).filter(isId);
  // What stands in JSON with a backslash reads otherwise.
  const ids = [first, ...others.map(({ value }) => value).filter((id) => !id.includes('\\'))];
  return [...new Set(ids.filter((id) => taskIdProblem(id) === undefined))].slice(0, mostAsked);
}

/**
 * Finds what may be the ID of a task in an answer that does not name it where the contract does, so
 * that it is not lost: by the names of its fields.
 *
 * @param text - the body, whole or broken off; JSON or not
 * @param isTaken - whether the service took the request: in an error, the ID of a request is its own
 * @returns such as `task_id "abc"`; a number has all its digits
 */
export function findIds(text: string, isTaken: boolean): string[] {
  const found = fieldsOf(text)
    .filter(isId)
    .filter(({ name, value }) => (isTaken || !ofRequest.test(name)) && /^[^\s"]+$/.test(value))
    .map(({ name, value }) => `${name} "${value.slice(0, longestShown)}"`);
  return [...new Set(found)].slice(0, mostShown);
}
