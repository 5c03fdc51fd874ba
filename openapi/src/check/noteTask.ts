import { taskField, taskStatus } from 'video-generation-openapi/constants';
import { type Book } from './book.ts';
import { shapeOf } from './describe.ts';
import { isFinished } from './followTask.ts';

type Fields = Record<string, unknown>;

const others = (task: Fields, named: readonly string[]) =>
  Object.entries(task).filter(([name]) => !named.includes(name));

function noteFields(book: Book, place: string, task: Fields, named: readonly string[]): void {
  const found = others(task, named).map(
    ([name, value]) => `${book.said(name)}: ${shapeOf(value, book.said)}`,
  );
  book.see(place, 'fields', found.length > 0 ? found.join(', ') : 'no others');
}

/** Notes what the answer of a create call has beyond what is promised. */
export const noteCreated = (book: Book, task: Fields) =>
  noteFields(book, 'CreatedTask', task, [taskField.id, taskField.status]);

function notePresence(book: Book, place: string, when: string, task: Fields, field: string): void {
  const value = task[field];
  const said = value === undefined ? 'absent' : value === null ? 'null' : undefined;
  const shown = said ?? (Array.isArray(value) && value.length === 0 ? 'empty' : 'present');
  book.see(place, 'presence', `${shown} ${when}`);
}

function noteProgress(book: Book, reads: Fields[]): void {
  const values = reads
    .map((task) => task[taskField.progress])
    .filter((value) => typeof value === 'number');
  if (values.length === 0) return;
  const falls = values.some((value, index) => index > 0 && value < values[index - 1]!);
  const traits = [
    `${Math.min(...values)} to ${Math.max(...values)}`,
    values.every(Number.isInteger) ? 'whole numbers' : 'fractions',
    falls ? 'it fell' : 'it never fell',
  ];
  book.see('Task, progress', 'range', traits.join(', '));
}

/**
 * Notes what the reads of one task show of the things that the interface leaves open.
 *
 * @param reads - the answers in their order, the create call's first
 */
export function noteTask(book: Book, reads: Fields[]): void {
  const statuses = reads.map((task) => String(task[taskField.status]));
  const steps = statuses.filter((status, index) => status !== statuses[index - 1]);
  book.see('TaskStatus', 'transitions', steps.map(book.said).join(' → '));
  const named: readonly string[] = Object.values(taskStatus);
  const strange = steps.filter((status) => !named.includes(status));
  book.see(
    'TaskStatus',
    'values',
    strange.length > 0 ? strange.map(book.said).join(', ') : 'no others',
  );

  for (const task of reads.slice(1)) {
    const when = isFinished(task) ? `when ${book.said(task[taskField.status])}` : 'before the end';
    for (const field of [taskField.id, taskField.progress, taskField.results])
      notePresence(book, `Task, ${field}`, when, task, field);
    noteFields(book, 'Task', task, Object.values(taskField));
  }
  noteProgress(book, reads.slice(1));
}
