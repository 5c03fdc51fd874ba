import { taskField, taskStatus } from 'videogen-openapi/constants';
import { ask, isSuccess, NoAnswer } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { taskUrl } from './judge.ts';

type Fields = Record<string, unknown>;

/** Looks at the finished file without the key, and without loading it. */
async function noteFile(book: Book, address: string, timeoutMs: number): Promise<void> {
  const place = 'Task, results, each element';
  const answer = await ask(address, { method: 'HEAD', timeoutMs }).catch(
    (error: NoAnswer) => error,
  );
  if (answer instanceof NoAnswer)
    return book.see(place, 'values', `no answer: ${book.said(answer.reason)}`);
  const type = answer.headers.get('content-type');
  const kind = type ? book.said(type) : 'no content type';
  book.see(
    place,
    'values',
    isSuccess(answer) ? `${kind}, readable without the key` : `${answer.status} without the key`,
  );
}

/** A completed task has its video as element 0 of its results. */
export async function checkResult(book: Book, last: Fields, timeoutMs: number): Promise<void> {
  if (last[taskField.status] !== taskStatus.completed) return;
  const promise = 'A completed task names its video';
  const results = (last[taskField.results] ?? []) as string[];
  const [video] = results;
  if (!video || !URL.canParse(video) || !/^https?:/.test(video))
    return book.breach(promise, 'Element 0 of results is no web address.');
  book.keep(promise, 'Element 0 of results is a web address.');
  book.see('Task, results', 'count', String(results.length));
  await noteFile(book, video, timeoutMs);
}

/** The id need not be repeated, but if it is, it is the same. */
export function checkIds(book: Book, id: string, reads: Fields[]): void {
  const promise = 'An id that is repeated is that of the task';
  const repeated = reads.filter((task) => taskField.id in task);
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
