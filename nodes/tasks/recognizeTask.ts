import { taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';

/** Exactly one of the two, or none when the answer is about no task at all. */
interface Recognized {
  task?: Task;
  /** Why the answer is not to be believed. */
  contradiction?: string;
}

type Fields = Record<string, unknown>;

/** Names under which interfaces like this one wrap a record; the contract (4.2) shows none. */
export const wrappers = ['data', 'task'];
const deepestWrapper = 3;
const contractWords: readonly unknown[] = Object.values(taskStatus);

/**
 * Finds the task in an answer. The contract shows it at the top; an answer that has no status there
 * but holds one record that has is read as that record. An answer with a status
 * of the contract inside that differs from the one outside, or with the id of another task, is no
 * ground for anything.
 *
 * @param taskId - the task that was asked for
 */
export function recognizeTask(answer: Fields, taskId: string): Recognized {
  const records = [...wrapped('', answer)].filter(([, { status }]) => typeof status === 'string');
  const [found, ...others] = records;
  if (found === undefined) return {};
  const [, task] = found;
  const other = others.find(
    ([, { status }]) => status !== task.status && contractWords.includes(status),
  );
  if (other !== undefined)
    return {
      contradiction: `the answer says ${nameStatus(found)} and ${nameStatus(other)} at once`,
    };
  const strange = records.find(([, { id }]) => !isSameId(id, taskId));
  if (strange !== undefined)
    return { contradiction: `the answer is about task "${shorten(String(strange[1].id))}"` };
  return { task: { ...task, status: shorten(String(task.status)) } as Task };
}

/** The answer itself and the records in it, outermost first, each with the way to it. */
function* wrapped(path: string, record: Fields, depth = 0): Generator<[string, Fields]> {
  yield [path, record];
  if (depth === deepestWrapper) return;
  for (const name of wrappers) {
    const inner = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
    yield* wrapped(`${path}${name}.`, inner as Fields, depth + 1);
  }
}

/** An answer need not repeat the id (contract 4.2 does not show it). */
function isSameId(told: unknown, asked: string): boolean {
  if (told === undefined || told === null || told === '') return true;
  // Reading JSON has altered a number that is too large to be exact; it may still be the one.
  if (typeof told === 'number' && !Number.isSafeInteger(told)) return Number(asked) === told;
  return String(told).trim() === asked;
}

const nameStatus = ([path, { status }]: [string, Fields]) =>
  `${path}${taskField.status} "${shorten(String(status))}"`;

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
