import { modes, operations, requestField } from 'videogen-openapi/constants';
import { CreatedTask } from 'videogen-openapi/validators';
import { ask, isSuccess, type Answer, type NoAnswer } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { bodyShape } from './describe.ts';
import { noteHeaders, violations } from './judge.ts';

/**
 * Creates a task with the one request that may be charged; it is never sent again, whatever happens.
 *
 * @param callback - address that the service is to call
 * @returns what was answered, or nothing when that is no task
 */
export async function createTask(
  book: Book,
  options: CheckOptions,
  callback: string | undefined,
): Promise<Record<string, unknown> | undefined> {
  const promise = 'A create call answers with a task';
  const body = {
    [requestField.model]: modes.textToVideo.models.standard,
    [requestField.prompt]: options.prompt,
    ...(callback && { [requestField.callbackUrl]: callback }),
  };
  book.spent = 'perhaps one task';
  let answer: Answer;
  try {
    const { key, timeoutMs } = options;
    answer = await ask(options.url + operations.createVideo.path, {
      ...{ method: 'POST', key, body, timeoutMs },
    });
  } catch (error) {
    book.breach(
      promise,
      `${(error as NoAnswer).message}. A task may have been created and charged.`,
    );
    return undefined;
  }
  noteHeaders(book, answer);
  if (!isSuccess(answer)) {
    if (answer.status < 500) book.spent = 'nothing';
    book.breach(promise, `It answered ${answer.status}: ${bodyShape(answer, book.said)}.`);
    return undefined;
  }
  book.spent = 'one task';
  book.see('createVideo, answer 200', 'codes', String(answer.status));
  const wrong = violations(CreatedTask, answer.json);
  if (wrong) {
    book.breach(promise, `${wrong}. What was created may be charged all the same.`);
    return undefined;
  }
  book.keep(promise, `It answered ${answer.status}.`);
  book.see('GenerationRequest', 'mandatory', 'model and prompt are enough for a text model');
  return answer.json as Record<string, unknown>;
}
