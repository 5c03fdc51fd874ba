import { create, type VideoGenerationError } from 'video-generation-openapi/client';
import { modes, requestField } from 'video-generation-openapi/constants';
import { CreatedTask } from 'video-generation-openapi/validators';
import { withModelFamily } from '../modelFamily.ts';
import { NoAnswer, recordInto, type Answer } from './ask.ts';
import { type Book } from './book.ts';
import { type CheckOptions } from './commandLine.ts';
import { bodyShape } from './describe.ts';
import { noteHeaders, violations } from './judge.ts';

const promise = 'A create call answers with a task';
const spentBy = { yes: 'one task', no: 'nothing', unknown: 'perhaps one task' } as const;

/** Says why there is no task, and whether there may be one that is charged all the same. */
function tellFault(book: Book, { created }: VideoGenerationError, answer: Answer | NoAnswer): void {
  book.spent = spentBy[created];
  const told =
    answer instanceof NoAnswer
      ? answer.message
      : `It answered ${answer.status}: ${bodyShape(answer, book.said)}`;
  const charged = created === 'no' ? '' : ' A task may have been created and charged.';
  // Services refuse a model that they don't have with one of these.
  const isRefused = !(answer instanceof NoAnswer) && [400, 403, 404].includes(answer.status);
  const hint = isRefused ? ' Is --model-family what the names of its models begin with?' : '';
  book.breach(promise, `${told}.${charged}${hint}`);
}

/**
 * Creates a task with the one request that may be charged; it is never sent again, whatever happens.
 *
 * @param callback - address that the service is to call
 * @returns what was answered, or nothing when that has no ID
 */
export async function createTask(
  book: Book,
  { url: baseUrl, key: apiKey, timeoutMs: requestTimeoutMs, prompt, modelFamily }: CheckOptions,
  callback: string | undefined,
): Promise<Record<string, unknown> | undefined> {
  const answers: Array<Answer | NoAnswer> = [];
  const service = { baseUrl, apiKey, requestTimeoutMs, fetch: recordInto(answers) };
  const request = {
    [requestField.model]: withModelFamily(modes.textToVideo.models.standard, modelFamily),
    [requestField.prompt]: prompt,
    ...(callback && { [requestField.callbackUrl]: callback }),
  };
  book.spent = 'perhaps one task';
  const created = await create(service, request).catch((error: VideoGenerationError) => {
    tellFault(book, error, answers[0]!);
  });
  const answer = answers[0]!;
  if (!(answer instanceof NoAnswer)) noteHeaders(book, answer);
  if (!created || answer instanceof NoAnswer) return undefined;
  book.spent = 'one task';
  book.see('createVideo, answer 200', 'codes', String(answer.status));
  const wrong = violations(CreatedTask, answer.json);
  if (wrong) book.breach(promise, `${wrong}.`);
  else book.keep(promise, `It answered ${answer.status}.`);
  book.see('GenerationRequest', 'mandatory', 'model and prompt are enough for a text model');
  return { ...created };
}
