import { taskEnd } from 'video-generation-openapi/client';
import { finalTaskStatuses, taskField } from 'video-generation-openapi/constants';
import { ask } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { taskUrl } from './judge.ts';

type Fields = Record<string, unknown>;

/** What a video is not, by its content type or its first byte. */
const noVideo = /^(text|image)\/|json|xml/;
const looksLikeText = (first: number | undefined) => [0x3c, 0x5b, 0x7b].includes(first ?? 0);

/** Reads the head of the file, without the key, as a browser would; with it only at the service itself. */
async function readHead(address: string, { key, url, timeoutMs }: CheckOptions) {
  const isOwn = new URL(address).origin === new URL(url).origin;
  for (const authorization of [undefined, ...(isOwn ? [`Bearer ${key}`] : [])]) {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = authorization ? { authorization } : {};
    const answer = await fetch(address, { headers, signal }).catch(() => undefined);
    const reader = answer?.body?.getReader();
    const first = await reader?.read().catch(() => undefined);
    await reader?.cancel().catch(() => undefined);
    const isRefused = [401, 403].includes(answer?.status ?? 0);
    if (!isRefused || authorization || !isOwn)
      return {
        answer,
        bytes: first?.value,
        how: authorization ? 'with your key' : 'without the key',
      };
  }
  return undefined;
}

/** Judges the finished file by its head. */
async function checkFile(book: Book, address: string, options: CheckOptions): Promise<void> {
  const promise = 'The address of the video answers';
  const { answer, bytes, how } = (await readHead(address, options)) ?? {};
  if (!answer) return book.breach(promise, 'No answer came.');
  const { status, headers, ok } = answer;
  const kind = book.said(headers.get('content-type') ?? 'no content type');
  const seen = ok ? `${kind}, readable ${how}` : `${status} ${how}`;
  book.see('Task, results, each element', 'values', seen);
  if (!ok) return book.breach(promise, `It answered ${status} ${how}.`);
  book.keep(promise, `It answered ${status} ${how}.`);
  const isVideo = !noVideo.test(kind) && bytes !== undefined && !looksLikeText(bytes[0]);
  const judge = isVideo ? book.keep : book.breach;
  judge('It answers with a video', `It is ${kind}${bytes ? '' : ', and empty'}.`);
}

/** Whether element 0 of the results of a completed task can be an address of a video. */
export function namesVideo(task: Fields): boolean {
  const { results } = task;
  const video: unknown = Array.isArray(results) ? results[0] : undefined;
  return typeof video === 'string' && URL.canParse(video) && /^https?:/.test(video);
}

/** A completed task has its video as element 0 of its results. */
export async function checkResult(book: Book, last: Fields, options: CheckOptions): Promise<void> {
  if (taskEnd(String(last[taskField.status])) !== 'completed') return;
  const promise = 'A completed task names its video';
  if (!namesVideo(last)) return book.breach(promise, 'Element 0 of results is no web address.');
  const results = last[taskField.results] as string[];
  book.keep(promise, 'Element 0 of results is a web address.');
  book.see('Task, results', 'count', String(results.length));
  await checkFile(book, results[0]!, options);
}

/** Which of the unfinished reads have it is open, but not that some do. */
export function checkProgress(book: Book, unfinished: Fields[]): void {
  const promise = 'An unfinished task tells its progress';
  const telling = unfinished.filter((task) => typeof task[taskField.progress] === 'number');
  if (unfinished.length === 0) book.skip(promise, 'No read found it unfinished.');
  else if (telling.length === 0) book.breach(promise, `None of ${unfinished.length} reads has it.`);
  else book.keep(promise, `${telling.length} of ${unfinished.length} reads have it.`);
  const values = telling.map((task) => task[taskField.progress] as number);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const isShare = most <= 1 && values.some((value) => !Number.isInteger(value));
  if (least < 0 || most > 100 || isShare)
    book.breach('Progress is a percentage', `It ran from ${least} to ${most}.`);
}

/** The document names `completed` and `failed`; other words for the end leave clients waiting. */
export function checkWord(book: Book, last: Fields): void {
  const promise = 'A task that has ended says completed or failed';
  const isNamed = finalTaskStatuses.some((status) => status === last[taskField.status]);
  const judge = isNamed ? book.keep : book.breach;
  judge(promise, `It says ${book.said(last[taskField.status])}.`);
}

/** The id need not be repeated, but if it is, it is the same. */
export function checkIds(book: Book, id: string, reads: Fields[]): void {
  const promise = 'An id that is repeated is that of the task';
  const repeated = reads.filter((task) => task[taskField.id] != null);
  const wrong = repeated.filter((task) => task[taskField.id] !== id);
  if (wrong.length > 0)
    book.breach(promise, `${wrong.length} of ${reads.length} reads are about another task.`);
  else if (repeated.length > 0)
    book.keep(promise, `${repeated.length} of ${reads.length} have it.`);
  else book.skip(promise, 'No read has one.');
}

/**
 * Whether a finished task stays as it is, by two more reads: that a finished generation is not
 * unfinished again is our reading, since which states follow which is not stated.
 */
export async function checkStays(book: Book, options: CheckOptions, id: string, last: Fields) {
  const promise = 'A finished task stays finished (our reading)';
  const { url, key, timeoutMs } = options;
  const end = String(last[taskField.status]);
  for (let look = 0; look < 2; look++) {
    const answer = await ask(taskUrl(url, id), { key, timeoutMs }).catch(() => undefined);
    const status = (answer?.json as Fields | undefined)?.[taskField.status];
    if (status === end) continue;
    const then = status === undefined ? 'unreadable' : book.said(status);
    if (status !== undefined) book.breach(promise, `It was ${book.said(end)}, then ${then}.`);
    return book.see('TaskStatus', 'transitions', `${book.said(end)}, then ${then}`);
  }
  book.keep(promise, 'It did for two more reads.');
  book.see('TaskStatus', 'transitions', `it stayed ${book.said(end)} for two more reads`);
}
