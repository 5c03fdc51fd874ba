import { randomUUID } from 'node:crypto';
import { ask, isSuccess, NoAnswer, type Answer } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { noteError, noteHeaders, taskUrl, taskViolations } from './judge.ts';

const isRefusal = ({ status }: Answer) => status >= 400 && status < 500;

/** Reads that have no right to an answer: what they come with, and their key. */
const strangers = [
  ['without a key', undefined],
  ['with a wrong key', `wrong-key-${randomUUID()}`],
] as const;

async function read(book: Book, { url, timeoutMs }: CheckOptions, id: string, key?: string) {
  const answer = await ask(taskUrl(url, id), { timeoutMs, ...(key !== undefined && { key }) });
  noteHeaders(book, answer);
  return answer;
}

/**
 * Whether a stranger is refused. What a server answers to your key, too, is no refusal of another: a
 * task that does not exist may be a 404 for everybody.
 */
function judgeStranger(
  book: Book,
  { spend }: CheckOptions,
  cause: string,
  answer: Answer,
  own: Answer,
): void {
  const promise = `A read ${cause} is refused`;
  const told = `It answered ${answer.status}`;
  if (!isRefusal(answer)) return book.breach(promise, `${told}.`);
  noteError(book, 'Unauthorized', cause, answer);
  if (answer.status !== own.status) return book.keep(promise, `${told}, and ${own.status} to you.`);
  const isYours = [401, 403].includes(own.status);
  const without = spend ? 'by this; see what the new task shows' : 'without a task: --spend';
  const why = isYours ? '. Check the key' : `, so this cannot be told ${without}`;
  book.skip(promise, `${told}, as it does to you${why}.`);
}

/** Whether the key is good, as far as the answers to it and to a wrong one can tell. */
function judgeKey(book: Book, known: Answer, wrong: Answer): void {
  const promise = 'Your key is accepted';
  const told = `It answered ${known.status} to yours and ${wrong.status} to a wrong one`;
  if (known.status !== wrong.status) return book.keep(promise, `${told}.`);
  book.doubt = [401, 403].includes(known.status) ? 'key' : 'address';
  if (book.doubt === 'key')
    book.skip(promise, `${told}. Check the key; nothing more can be tried with it.`);
  else book.skip(promise, `${told}, so this cannot be told. Check --url, if you expected more.`);
}

/** Judges the answer to a made-up id; that it is an error is likely, but stated nowhere. */
function checkUnknownTask(book: Book, cause: string, answer: Answer): void {
  if (!isSuccess(answer)) return noteError(book, 'Error', `for ${cause}`, answer);
  const promise = 'An answer of success is a task';
  const wrong = taskViolations(answer.json);
  if (wrong) book.breach(promise, `For ${cause} it answered ${answer.status}, but ${wrong}.`);
  else book.see('Error', 'codes', `${answer.status} and a task for ${cause}`);
}

/**
 * The checks that cost nothing: they read tasks that do not exist. Requests that a server ought to
 * refuse are not sent, since one that fails to refuse them would charge for them.
 *
 * @throws NoAnswer when the server cannot be reached
 */
export async function checkReads(book: Book, options: CheckOptions): Promise<void> {
  const noSuchTask = `no-such-task-${randomUUID()}`;
  const known = await read(book, options, noSuchTask, options.key);
  let wrong = known;
  for (const [cause, key] of strangers) {
    wrong = await read(book, options, noSuchTask, key);
    judgeStranger(book, options, cause, wrong, known);
  }
  judgeKey(book, known, wrong);
  if (book.doubt === 'key') return;
  checkUnknownTask(book, 'a task that does not exist', known);
  for (const [cause, id] of [
    ['an id with a slash and a space', `no such/${noSuchTask}`],
    ['an id of 2,000 characters', 'a'.repeat(2000)],
  ] as const) {
    const answer = await read(book, options, id, options.key).catch((error: NoAnswer) => error);
    if (answer instanceof NoAnswer) book.see('Error', 'codes', `no answer for ${cause}`);
    else checkUnknownTask(book, cause, answer);
  }
}

/** Reads a task that exists as a stranger: it must not be shown. */
export async function checkStrangers(book: Book, options: CheckOptions, id: string): Promise<void> {
  for (const [cause, key] of strangers) {
    const answer = await read(book, options, id, key).catch((error: NoAnswer) => error);
    const promise = `Your task is not shown ${cause}`;
    if (answer instanceof NoAnswer) book.skip(promise, `${answer.message}.`);
    else if (isRefusal(answer)) book.keep(promise, `It answered ${answer.status}.`);
    else book.breach(promise, `It answered ${answer.status}.`);
  }
}
