import { wait } from 'video-generation-openapi/client';
import { finalTaskStatuses, taskField } from 'video-generation-openapi/constants';
import { isSuccess, NoAnswer, recordInto, type Answer } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { noteError, noteHeaders, taskViolations } from './judge.ts';

type Fields = Record<string, unknown>;

/** Whether a task is in a state at which a client stops asking. */
export const isFinished = (task: Fields | undefined) =>
  finalTaskStatuses.some((status) => status === task?.[taskField.status]);

/** What is wrong with a read; empty when nothing, or when the service is only busy or ill. */
function judgeRead(book: Book, answer: Answer): string {
  noteHeaders(book, answer);
  if (answer.status === 429 || answer.status >= 500) {
    noteError(book, 'Error', 'for a read of the task', answer);
    return '';
  }
  if (!isSuccess(answer)) return `It answered ${answer.status}`;
  book.see('getTask, answer 200', 'codes', String(answer.status));
  return taskViolations(answer.json);
}

/**
 * Reads a task until it is finished or the time is up.
 *
 * @returns the answers that are tasks, in their order
 */
export async function followTask(book: Book, options: CheckOptions, id: string): Promise<Fields[]> {
  const promise = 'Every read of the task answers with a task';
  const { url: baseUrl, key: apiKey, timeoutMs: requestTimeoutMs, intervalMs } = options;
  const answers: Array<Answer | NoAnswer> = [];
  const service = { baseUrl, apiKey, requestTimeoutMs, fetch: recordInto(answers) };
  // However the wait ends, the answers tell.
  await wait(service, id, { intervalMs, timeoutMs: options.waitMs }).catch(() => undefined);

  const read = answers.filter((answer): answer is Answer => !(answer instanceof NoAnswer));
  const silent = answers.find((answer) => answer instanceof NoAnswer);
  const faults = read.map((answer) => judgeRead(book, answer)).filter(Boolean);
  if (silent) faults.push(silent.message);
  for (const fault of new Set(faults)) book.breach(promise, `${fault}.`);
  if (faults.length === 0) book.keep(promise, `${read.length} reads.`);
  return read
    .filter((answer) => isSuccess(answer) && taskViolations(answer.json) === '')
    .map(({ json }) => json as Fields);
}
