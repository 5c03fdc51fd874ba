import { setTimeout as pause } from 'node:timers/promises';
import { getTask, taskEnd, type VideoGenerationError } from 'video-generation-openapi/client';
import { taskField } from 'video-generation-openapi/constants';
import { isSuccess, NoAnswer, recordInto, type Answer } from './ask.ts';
import { type Book } from './book.ts';
import { namesVideo } from './checkEnd.ts';
import { type CheckOptions } from './commandLine.ts';
import { noteError, noteHeaders, taskViolations } from './judge.ts';

type Fields = Record<string, unknown>;

/** Whether a task is in a state at which a client stops asking, in whatever words. */
export const isFinished = (task: Fields | undefined) =>
  typeof task?.[taskField.status] === 'string' && !!taskEnd(task[taskField.status] as string);

/** Whether there is more to come of a task: it goes on, or its video comes a moment later. */
const goesOn = (task: Fields) =>
  !isFinished(task) ||
  (taskEnd(String(task[taskField.status])) === 'completed' && !namesVideo(task));

/** So many wrong answers in a row are no confusion of a moment. */
const wrongAnswers = 5;

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
 * Reads a task until it is finished, the time is up, or the answers stay wrong.
 *
 * @returns the answers that are tasks, in their order
 */
export async function followTask(book: Book, options: CheckOptions, id: string): Promise<Fields[]> {
  const promise = 'Every read of the task answers with a task';
  const { url: baseUrl, key: apiKey, timeoutMs: requestTimeoutMs, intervalMs } = options;
  const answers: Array<Answer | NoAnswer> = [];
  const service = { baseUrl, apiKey, requestTimeoutMs, fetch: recordInto(answers) };
  const faults = new Set<string>();
  const tasks: Fields[] = [];
  const deadlineMs = performance.now() + options.waitMs;
  for (let wrong = 0; wrong < wrongAnswers;) {
    const { retryAfterMs = 0 } = await getTask(service, id).catch(
      (error: VideoGenerationError) => error as { retryAfterMs?: number },
    );
    const answer = answers.at(-1)!;
    const fault = answer instanceof NoAnswer ? answer.message : judgeRead(book, answer);
    if (fault) faults.add(fault);
    const task = !(answer instanceof NoAnswer) && isSuccess(answer) && !fault && answer.json;
    if (task) tasks.push(task as Fields);
    if (task && !goesOn(task as Fields)) break;
    const isOpen = task ? !isFinished(task as Fields) : !fault;
    wrong = isOpen ? 0 : wrong + 1;
    const pauseMs = Math.max(intervalMs, Number(retryAfterMs), 100);
    if (performance.now() + pauseMs > deadlineMs) break;
    await pause(pauseMs);
  }
  for (const fault of faults) book.breach(promise, `${fault}.`);
  if (faults.size === 0) book.keep(promise, `${answers.length} reads.`);
  return tasks;
}
