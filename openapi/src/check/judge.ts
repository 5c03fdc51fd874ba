import { taskPath } from 'video-generation-openapi/client';
import { Task, type Validate } from 'video-generation-openapi/validators';
import { type Answer } from './ask.ts';
import { type Book } from './book.ts';
import { bodyShape, tellingHeaders } from './describe.ts';

/** Address of a task at a server. */
export const taskUrl = (url: string, id: string) => url + taskPath(id);

/** What a value violates, in words; empty when nothing. */
export function violations(validate: Validate, value: unknown): string {
  if (validate(value)) return '';
  return validate
    .errors!.map(({ instancePath, message }) => `${instancePath || 'the answer'} ${message}`)
    .join('; ');
}

/** What a task violates; empty when nothing. */
export const taskViolations = (value: unknown): string => violations(Task, value);

/** What is JSON is to be called so. */
export function judgeType(book: Book, what: string, type: string | null | undefined): void {
  const promise = `${what} says that it is JSON`;
  if (!/json/i.test(type ?? '')) book.breach(promise, `It says ${book.said(type || 'nothing')}.`);
}

/** Notes what any answer tells beyond its body. */
export function noteHeaders(book: Book, answer: Answer): void {
  if (Object(answer.json) === answer.json)
    judgeType(book, 'An answer of JSON', answer.headers.get('content-type'));
  for (const name of tellingHeaders(answer))
    book.see(
      'The service as a whole',
      /limit|retry/i.test(name) ? 'rateLimits' : 'deprecation',
      `header ${book.said(name)}`,
    );
}

/** Notes an answer that is no success under the response of the document that it belongs to. */
export function noteError(book: Book, place: string, cause: string, answer: Answer): void {
  book.see(place, 'codes', `${answer.status} ${cause}`);
  book.see(place, 'shape', bodyShape(answer, book.said));
}
