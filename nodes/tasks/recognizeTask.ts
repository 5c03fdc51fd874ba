import { taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';

/** Exactly one of the two, or none when the answer is about no task at all. */
interface Recognized {
  task?: Task;
  /** Why the answer is not to be believed. */
  contradiction?: string;
}

type Fields = Record<string, unknown>;

/** Names under which interfaces like this one wrap a record; the contract (4.2) shows none. */
const wrappers = ['data', 'task'];
const deepestWrapper = 3;
const contractWords: readonly unknown[] = Object.values(taskStatus);
const longestStatus = 60;

/**
 * Finds the task in an answer: the outermost record that has a status. Where another one inside has
 * a different status of the contract, or any is about another task, the answer is not to be believed.
 *
 * @param taskId - the task that was asked for
 */
export function recognizeTask(answer: Fields, taskId: string): Recognized {
  const records = recordsIn(answer, deepestWrapper).filter(
    ({ status }) => typeof status === 'string',
  );
  const [task] = records;
  if (task === undefined) return {};
  const other = records.find(
    ({ status }) => status !== task.status && contractWords.includes(status),
  );
  if (other !== undefined)
    return {
      contradiction: `the answer says "${shorten(task.status)}" and "${shorten(other.status)}" at once`,
    };
  const strange = records.find(({ id }) => !isSameId(id, taskId));
  if (strange !== undefined)
    return { contradiction: `the answer is about task "${shorten(strange.id)}"` };
  return { task: { ...task, status: shorten(task.status) } };
}

/** The record, and those that stand in envelopes inside of it. */
function recordsIn(value: unknown, levels: number): Fields[] {
  if (typeof value !== 'object' || value === null) return [];
  const record = value as Fields;
  const inside = levels === 0 ? [] : wrappers.map((name) => recordsIn(record[name], levels - 1));
  return [record, ...inside.flat()];
}

/** An answer need not repeat the id (contract 4.2 does not show it). */
const isSameId = (told: unknown, asked: string): boolean =>
  told === undefined || told === null || told === '' || String(told).trim() === asked;

function shorten(value: unknown): string {
  const text = String(value);
  return text.length > longestStatus ? `${text.slice(0, longestStatus)}…` : text;
}
