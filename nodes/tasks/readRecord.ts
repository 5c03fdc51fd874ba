import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { shorten } from '../text/redact';

/** A task has a few hundred characters; parsing much longer text would hold up n8n's only thread. */
export const longestRecord = 64_000;

/** n8n copies and stores data recursively, so deeper values are left out. */
const deepest = 20;

/** A numeric ID that JavaScript may not hold exactly. */
const longId = new RegExp(String.raw`("${taskField.id}"\s*:\s*)(\d{16,})(?=\s*[,}])`, 'g');

/** Reads a JSON object; undefined for any other text. */
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

/** The task's ID, which the contract has at the top; undefined without a usable one. */
export function idOf(record: Record<string, unknown> = {}): string | undefined {
  const id = record[taskField.id];
  if (Number.isSafeInteger(id)) return String(id);
  return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}

/**
 * Reads the task at the top of an answer (contract 4.2).
 *
 * @param taskId - the task that was asked for: a cache may have mixed up two answers
 * @returns the task, or what contradicts the question; neither where the answer is about no task
 */
export function recognizeTask(
  answer: Record<string, unknown>,
  taskId: string,
): { task?: Task; contradiction?: string } {
  const { status } = answer;
  if (typeof status !== 'string') return {};
  // The contract doesn't show that an answer repeats the ID.
  const id = idOf(answer)?.trim() ?? taskId;
  if (id !== taskId) return { contradiction: `the answer is about task "${shorten(id)}"` };
  return { task: { ...answer, status: shorten(status) } };
}

/**
 * Tells why an ID can't go into a request's path as it is. We never change one: it would name another
 * task.
 *
 * @returns the end of a sentence, such as "is empty"; undefined for a usable ID
 */
export function taskIdProblem(id: string): string | undefined {
  if (id === '') return 'is empty';
  if (id.length > 512) return 'is longer than 512 characters';
  if (/\p{Surrogate}/u.test(id)) return 'contains half of a character';
  if (id !== id.trim()) return 'begins or ends with a blank';
  if (/\p{Cc}/u.test(id)) return 'contains a line break or a control character';
  // URLs drop such a segment, so the request would go elsewhere.
  if (/^\.{1,2}$/.test(id)) return 'is only dots';
  return undefined;
}

/** As many as a person may want to try. */
const mostShown = 8;
const longestShown = 200;
/** The contract's field, an envelope's, and one or two about something else. */
const mostAsked = 4;

/** Names of IDs, in lower case with `_` between their words. */
const idName =
  /(?:^|[^a-z])(?:(?:task|job|video|generation|operation|request|order)?ids?|u?uid|guid|task|job|operation)$/;
const ofRequest = /request|trace|correlation/i;

/** A field of JSON, which may be cut off: a number at the very end may have lost digits. */
const field =
  /"((?:[^"\\]|\\.){0,100})"\s{0,20}:[\s[]{0,20}(?:"((?:[^"\\]|\\.){1,2000})"|(\d{1,100})(?=[\s,}\]]))/g;

const form = /^[^\s=&<{["]{1,100}=\S*$/;

type Field = { name: string; value: string };

/** Reads the fields of JSON, cut off or not, and of JSON within its strings. */
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
 * Finds the tasks that a callback may be about, in the order in which to ask the service for them: the
 * ID where the contract has it comes first, then whatever else looks like one.
 *
 * @param text - any body: JSON, a form, or anything else
 */
export function findTaskIds(text: string): string[] {
  const start = text.slice(0, longestRecord).trim();
  const read = form.test(start)
    ? JSON.stringify(Object.fromEntries(new URLSearchParams(start)))
    : start;
  const first = idOf(readRecord(read))?.trim() ?? '';
  const others = fieldsOf(read).filter(isId);
  // A value with a backslash isn't the ID as it stands: it would have to be unescaped.
  const ids = [first, ...others.map(({ value }) => value).filter((id) => !id.includes('\\'))];
  return [...new Set(ids.filter((id) => taskIdProblem(id) === undefined))].slice(0, mostAsked);
}

/**
 * Finds, by the names of its fields, what may be a task's ID in an answer that doesn't have it where the
 * contract does, so that a person can find a task that may be paid.
 *
 * @param text - any body, cut off or not
 * @param isTaken - whether the service took the request; an error's request ID names no task
 * @returns such as `task_id "abc"`, with all digits of a number
 */
export function findIds(text: string, isTaken: boolean): string[] {
  const found = fieldsOf(text)
    .filter(isId)
    .filter(({ name, value }) => (isTaken || !ofRequest.test(name)) && /^[^\s"]+$/.test(value))
    .map(({ name, value }) => `${name} "${value.slice(0, longestShown)}"`);
  return [...new Set(found)].slice(0, mostShown);
}
