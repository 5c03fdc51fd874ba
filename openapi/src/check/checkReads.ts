import { randomUUID } from 'node:crypto';
import { ask, isSuccess, NoAnswer, type Answer } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { noteError, noteHeaders, taskUrl, taskViolations } from './judge.ts';

const isRefusal = ({ status }: Answer) => status >= 400 && status < 500;

/** Whether the key is good, as far as the answers to it and to a wrong one can tell. */
function isKeyRefused(book: Book, known: Answer, wrong: Answer): boolean {
  const promise = 'Your key is accepted';
  const told = `It answered ${known.status} to yours and ${wrong.status} to a wrong one`;
  const isRefused = [401, 403].includes(known.status) && known.status === wrong.status;
  if (isRefused) book.skip(promise, `${told}. Check the key; nothing more can be tried with it.`);
  else if (known.status === wrong.status) book.skip(promise, `${told}, so this cannot be told.`);
  else book.keep(promise, `${told}.`);
  return isRefused;
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
 * @returns whether the server may take the key
 * @throws NoAnswer when the server cannot be reached
 */
export async function checkReads(book: Book, options: CheckOptions): Promise<boolean> {
  const { url, timeoutMs } = options;
  const read = async (id: string, key?: string) => {
    const question = { timeoutMs, ...(key !== undefined && { key }) };
    const answer = await ask(taskUrl(url, id), question);
    noteHeaders(book, answer);
    return answer;
  };
  const noSuchTask = `no-such-task-${randomUUID()}`;
  const stranger = await read(noSuchTask);
  const wrong = await read(noSuchTask, `wrong-key-${randomUUID()}`);
  for (const [cause, answer] of [
    ['without a key', stranger],
    ['with a wrong key', wrong],
  ] as const) {
    const judge = isRefusal(answer) ? book.keep : book.breach;
    judge(`A read ${cause} is refused`, `It answered ${answer.status}.`);
    if (isRefusal(answer)) noteError(book, 'Unauthorized', cause, answer);
  }

  const known = await read(noSuchTask, options.key);
  if (isKeyRefused(book, known, wrong)) return false;
  checkUnknownTask(book, 'a task that does not exist', known);
  for (const [cause, id] of [
    ['an id with a slash and a space', `no such/${noSuchTask}`],
    ['an id of 2,000 characters', 'a'.repeat(2000)],
  ] as const) {
    const answer = await read(id, options.key).catch((error: NoAnswer) => error);
    if (answer instanceof NoAnswer) book.see('Error', 'codes', `no answer for ${cause}`);
    else checkUnknownTask(book, cause, answer);
  }
  return true;
}
