import { setTimeout as pause } from 'node:timers/promises';
import { taskField, taskStatus } from 'video-generation-openapi/constants';
import { type Book } from './book.ts';
import { checkCallback } from './checkCallback.ts';
import { checkIds, checkProgress, checkResult, checkStays, checkWord } from './checkEnd.ts';
import { checkStrangers } from './checkReads.ts';
import { type CheckOptions } from './commandLine.ts';
import { createTask } from './createTask.ts';
import { alphabetOf } from './describe.ts';
import { followTask, isFinished } from './followTask.ts';
import { isLoopback } from '../isLoopback.ts';
import { noteCreated, noteTask } from './noteTask.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** Where the callback is to come, if it can: a given address, or this machine for a server on it. */
async function listen({ url, callbackUrl, callbackPort }: CheckOptions) {
  if (!callbackUrl && !isLoopback(url)) return undefined;
  const receiver = await openReceiver(callbackPort, callbackUrl ? '0.0.0.0' : '127.0.0.1');
  return { receiver, address: callbackUrl ?? `http://127.0.0.1:${receiver.port}/callback` };
}

/** A callback may come a little after the read that shows the end. */
async function awaitNotice({ notices }: Receiver, graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  while (notices.length === 0 && Date.now() < deadline) await pause(50);
}

/** Creates exactly one task, follows it to its end, and judges every answer on the way. */
export async function checkTask(book: Book, options: CheckOptions): Promise<void> {
  const listener = await listen(options);
  try {
    const created = await createTask(book, options, listener?.address);
    if (!created) return;
    const id = created[taskField.id] as string;
    book.see('CreatedTask, id', 'alphabet', alphabetOf(id));
    noteCreated(book, created);
    const status = created[taskField.status];
    const note = status === taskStatus.pending ? book.keep : book.breach;
    note('A new task is pending', `It is ${book.said(status)}.`);

    const reads = await followTask(book, options, id);
    noteTask(book, [created, ...reads]);
    checkIds(book, id, reads);
    checkProgress(
      book,
      reads.filter((task) => !isFinished(task)),
    );
    await checkStrangers(book, options, id);
    const last = reads.at(-1);
    if (!last || !isFinished(last)) {
      book.skip(
        'The task ends',
        `It did not within ${options.waitMs / 1000} s; it may still end, and may be charged.`,
      );
      return;
    }
    book.keep('The task ends', `It is ${book.said(last[taskField.status])}.`);
    checkWord(book, last);
    await checkResult(book, last, options);
    await checkStays(book, options, id, last);
    if (!listener) return;
    await awaitNotice(listener.receiver, options.callbackGraceMs);
    checkCallback(book, listener.receiver.notices, String(last[taskField.status]), id);
  } finally {
    await listener?.receiver.close();
  }
}
