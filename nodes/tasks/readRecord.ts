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
