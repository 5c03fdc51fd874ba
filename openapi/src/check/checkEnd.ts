import { taskEnd } from 'video-generation-openapi/client';
import { finalTaskStatuses, taskField } from 'video-generation-openapi/constants';
import { ask } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { taskUrl } from './judge.ts';

type Fields = Record<string, unknown>;

/** What a video is not: by its content type, and by its first bytes, which are a page, JSON or a picture. */
const noVideo = /^(text|image)\/|json|xml/;
const otherBytes = /^(\s*[<[{]|\x89PNG|\xff\xd8|GIF8|RIFF.{4}WEBP)/s;

/** So much of a file is read, to see what it is and whether it comes. */
const enoughBytes = 1_000_000;

/** Reads the beginning of a body; `isWhole` is false when it broke off. */
async function readBeginning(body: AsyncIterable<Uint8Array> | null | undefined) {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body ?? []) {
      parts.push(part);
      length += part.length;
      if (length >= enoughBytes) break;
    }
  } catch {
    return { bytes: Buffer.concat(parts), isWhole: false };
  }
  return { bytes: Buffer.concat(parts), isWhole: true };
}

/** Reads the file without the key, as a browser would; with it only at the service itself. */
async function readFile(address: string, { key, url, timeoutMs }: CheckOptions) {
  const isOwn = new URL(address).origin === new URL(url).origin;
  for (const authorization of [undefined, ...(isOwn ? [`Bearer ${key}`] : [])]) {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = authorization ? { authorization } : {};
    const answer = await fetch(address, { headers, signal }).catch(() => undefined);
    const read = await readBeginning(answer?.body);
    const isRefused = [401, 403].includes(answer?.status ?? 0);
    if (!isRefused || authorization || !isOwn)
      return { answer, ...read, how: authorization ? 'with your key' : 'without the key' };
  }
  return undefined;
}

/** Why a file is no video; empty when it may be one. */
function faultOf(kind: string, bytes: Buffer, isWhole: boolean): string {
  if (!isWhole) return `, and broke off after ${bytes.length} bytes`;
  if (bytes.length === 0) return ', and empty';
  if (noVideo.test(kind)) return ', which is no video';
  return otherBytes.test(bytes.subarray(0, 64).toString('latin1'))
    ? ', but begins as a text or a picture does'
    : '';
}

/** Judges the finished file by its beginning. */
async function checkFile(book: Book, address: string, options: CheckOptions): Promise<void> {
  const promise = 'The address of the video answers';
  const { answer, bytes, isWhole, how } = (await readFile(address, options)) ?? {};
  if (!answer || !bytes) return book.breach(promise, 'No answer came.');
  const { status, headers, ok } = answer;
  const kind = book.said(headers.get('content-type') ?? 'no content type');
  const seen = ok ? `${kind}, readable ${how}` : `${status} ${how}`;
  book.see('Task, results, each element', 'values', seen);
  if (!ok) return book.breach(promise, `It answered ${status} ${how}.`);
  book.keep(promise, `It answered ${status} ${how}.`);
  const fault = faultOf(kind, bytes, isWhole === true);
  const judge = fault ? book.breach : book.keep;
  judge('It answers with a video', `It is ${kind}${fault}.`);
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
