import { taskField, taskStatus } from 'video-generation-openapi/constants';
import { ask } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { taskUrl } from './judge.ts';

type Fields = Record<string, unknown>;

/** Asks for the finished file without the key, as a browser would, and reads no more than its head. */
async function checkFile(book: Book, address: string, timeoutMs: number): Promise<void> {
  const promise = 'The address of the video answers';
  const place = 'Task, results, each element';
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(address, { signal }).catch(() => undefined);
  await answer?.body?.cancel().catch(() => undefined);
  if (!answer) return book.breach(promise, 'No answer came.');
  const { status, headers } = answer;
  const kind = book.said(headers.get('content-type') ?? 'no content type');
  const seen = answer.ok ? `${kind}, readable without the key` : `${status} without the key`;
  book.see(place, 'values', seen);
  // Whether it needs the key, or may be read so often, is not stated.
  if (answer.ok) book.keep(promise, `It answered ${status}.`);
  else if ([404, 410].includes(status) || status >= 500)
    book.breach(promise, `It answered ${status}.`);
  else book.skip(promise, `It answered ${status} without the key.`);
}

/** Whether element 0 of the results of a completed task can be an address of a video. */
export function namesVideo(task: Fields): boolean {
  const [video] = (task[taskField.results] ?? []) as string[];
  return video !== undefined && URL.canParse(video) && /^https?:/.test(video);
}

/** A completed task has its video as element 0 of its results. */
export async function checkResult(book: Book, last: Fields, timeoutMs: number): Promise<void> {
  if (last[taskField.status] !== taskStatus.completed) return;
  const promise = 'A completed task names its video';
  if (!namesVideo(last)) return book.breach(promise, 'Element 0 of results is no web address.');
  const results = last[taskField.results] as string[];
  book.keep(promise, 'Element 0 of results is a web address.');
  book.see('Task, results', 'count', String(results.length));
  await checkFile(book, results[0]!, timeoutMs);
}

/** Which of the unfinished reads have it is open, but not that some do. */
export function checkProgress(book: Book, unfinished: Fields[]): void {
  const promise = 'An unfinished task tells its progress';
  const telling = unfinished.filter((task) => typeof task[taskField.progress] === 'number');
  if (unfinished.length === 0) book.skip(promise, 'No read found it unfinished.');
  else if (telling.length === 0) book.breach(promise, `None of ${unfinished.length} reads has it.`);
  else book.keep(promise, `${telling.length} of ${unfinished.length} reads have it.`);
}

/** The id need not be repeated, but if it is, it is the same. */
export function checkIds(book: Book, id: string, reads: Fields[]): void {
  const promise = 'An id that is repeated is that of the task';
  const repeated = reads.filter((task) => task[taskField.id] != null);
  const wrong = repeated.filter((task) => task[taskField.id] !== id);
  if (wrong.length > 0)
    book.breach(promise, `${wrong.length} of ${reads.length} reads have another.`);
  else if (repeated.length > 0)
    book.keep(promise, `${repeated.length} of ${reads.length} have it.`);
  else book.skip(promise, 'No read has one.');
}

/**
 * Notes whether a finished task stays as it is, by two more reads. Nothing promises it: which states
 * follow which is not stated.
 */
export async function noteAfterwards(book: Book, options: CheckOptions, id: string, last: Fields) {
  const { url, key, timeoutMs } = options;
  const end = String(last[taskField.status]);
  for (let look = 0; look < 2; look++) {
    const answer = await ask(taskUrl(url, id), { key, timeoutMs }).catch(() => undefined);
    const status = (answer?.json as Fields | undefined)?.[taskField.status];
    if (status === end) continue;
    const then = status === undefined ? 'unreadable' : book.said(status);
    return book.see('TaskStatus', 'transitions', `${end}, then ${then}`);
  }
  book.see('TaskStatus', 'transitions', `it stayed ${end} for two more reads`);
}
