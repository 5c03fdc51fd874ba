import { setTimeout as pause } from 'node:timers/promises';
import { finalTaskStatuses, taskField } from 'videogen-openapi/constants';
import { ask, isSuccess, NoAnswer } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { noteHeaders, taskUrl, taskViolations } from './judge.ts';

type Fields = Record<string, unknown>;

// A pause of nothing would be an attack.
const shortestPauseMs = 100;

/** Whether a task is in a state in which it stays. */
export const isFinished = (task: Fields | undefined) =>
  finalTaskStatuses.some((status) => status === task?.[taskField.status]);

/** One read of the task: the task, or what is wrong with the answer. */
async function readOnce(book: Book, options: CheckOptions, id: string): Promise<Fields | string> {
  const { url, key, timeoutMs } = options;
  const answer = await ask(taskUrl(url, id), { key, timeoutMs }).catch((error: NoAnswer) => error);
  if (answer instanceof NoAnswer) return answer.message;
  noteHeaders(book, answer);
  if (!isSuccess(answer)) return `It answered ${answer.status}`;
  const wrong = taskViolations(answer.json);
  if (wrong) return wrong;
  book.see('getTask, answer 200', 'codes', String(answer.status));
  return answer.json as Fields;
}

/**
 * Reads a task until it is finished or the time is up.
 *
 * @returns the answers that are tasks, in their order
 */
export async function followTask(book: Book, options: CheckOptions, id: string): Promise<Fields[]> {
  const promise = 'Every read of the task answers with a task';
  const deadline = Date.now() + options.waitMs;
  const reads: Fields[] = [];
  const faults = new Set<string>();
  for (;;) {
    const read = await readOnce(book, options, id);
    if (typeof read === 'string') faults.add(read);
    else reads.push(read);
    if (isFinished(reads.at(-1)) || Date.now() >= deadline) break;
    await pause(Math.max(options.intervalMs, shortestPauseMs));
  }
  for (const fault of faults) book.breach(promise, `${fault}.`);
  if (faults.size === 0) book.keep(promise, `${reads.length} reads.`);
  return reads;
}
