import { taskField, taskStatus } from 'video-generation-openapi/constants';
import { type Book } from './book.ts';
import { namesVideo } from './checkEnd.ts';
import { isFinished } from './followTask.ts';
import { judgeType, taskViolations } from './judge.ts';
import { type Notice } from './receiver.ts';

// What any client of HTTP sends; a signature would stand in none of these.
const ordinary =
  /^(accept|accept-encoding|accept-language|connection|content-length|content-type|host|keep-alive|sec-fetch-mode|transfer-encoding|user-agent)$/;

const promise = 'The callback has the shape of a task';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Judges what the receiver was sent for the one task.
 *
 * @param status - the task's state in the end; only of a completed one a call is promised
 * @param id - of the task
 */
export function checkCallback(book: Book, notices: Notice[], status: string, id: string): void {
  const place = 'receiveTaskCallback';
  const called = 'A completed task calls its callback address';
  if (notices.length === 0) book.see(place, 'delivery', `nothing for ${book.said(status)}`);
  if (status === taskStatus.completed) {
    const judge = notices.length > 0 ? book.keep : book.breach;
    judge(called, `${notices.length} came.`);
  }
  for (const { method, headers, text } of notices) {
    const body = parse(text);
    const wrong = method === 'POST' ? taskViolations(body) : `it came by ${method}`;
    if (wrong) {
      book.breach(promise, `${wrong}.`);
      continue;
    }
    book.keep(promise, 'It has.');
    judgeType(book, 'The callback', headers['content-type']);
    const task = body as Record<string, unknown>;
    if ((task[taskField.id] ?? id) !== id)
      book.breach('The callback is about the task', 'It has the id of another.');
    const spoken = book.said(JSON.stringify([headers, text]));
    if (spoken !== JSON.stringify([headers, text]))
      book.breach('The callback keeps your key to itself', 'Your key stands in it.');
    const told = String(task[taskField.status]);
    if (told === taskStatus.completed) {
      const named = 'The callback of a completed task names its video';
      if (namesVideo(task)) book.keep(named, 'Element 0 of results is a web address.');
      else book.breach(named, 'Element 0 of results is no web address.');
    }
    book.see(place, 'delivery', isFinished(task) ? told : `${book.said(told)}, before the end`);
    book.see(
      'Task, id',
      'presence',
      taskField.id in task ? 'in the callback' : 'not in the callback',
    );
    const extra = Object.keys(headers).filter((name) => !ordinary.test(name));
    book.see(
      place,
      'signing',
      extra.length > 0
        ? `headers ${extra.map(book.said).join(', ')}`
        : 'no header that could be a signature',
    );
  }
  if (notices.length > 1) book.see(place, 'retries', `${notices.length} calls, all taken with 200`);
}
