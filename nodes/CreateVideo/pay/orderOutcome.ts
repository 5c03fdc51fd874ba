import type { Failure } from '../../errors/Failure';
import { taskField } from '../../generated/contract';
import type { ServiceAnswer } from '../../service/ServiceAnswer';
import { briefTask } from '../../tasks/taskJson';
import { taskIdProblem } from '../../tasks/taskIdProblem';
import { redact } from '../../text/redact';
import { failureFor, makeFailure } from '../tell/failures';
import type { OrderOutcome } from './Pass';

/** The outcome of a row that failed, by whether it may have been charged. */
const outcomeOf = (failure: Failure): OrderOutcome => ({
  kind: failure.paid === 'no' ? 'notCreated' : 'unknown',
  failure,
});

/** The outcome with this reason; see {@link failureFor}. */
export const outcomeFor = (...told: Parameters<typeof failureFor>) =>
  outcomeOf(failureFor(...told));

/** What is said of an error. */
export const causeOf = (error: unknown) => ({
  cause: redact(error instanceof Error ? error.message : String(error)),
});

/**
 * Says what the answer to a create request means for the person who paid for it.
 *
 * @param answer - what the request came to
 * @param baseUrl - where it was sent, for the message
 */
export function readOutcome(answer: ServiceAnswer, baseUrl: string): OrderOutcome {
  const { httpStatus, detail, ids }: Answered = answer;
  const fields = answer.kind === 'task' ? Object.keys(answer.task).slice(0, 20).join(', ') : '';
  const evidence = [
    detail,
    ids && `its answer names ${ids.join(', ')}`,
    fields && `its answer has the fields ${fields}`,
  ];
  const cause = evidence.filter(Boolean).join('; ');
  const said = {
    ...(httpStatus !== undefined && { httpStatus }),
    ...(cause !== '' && { cause }),
    ...(ids !== undefined && { ids }),
  };
  switch (answer.kind) {
    case 'task':
      return readTask(answer.task) ?? outcomeFor('noTaskId', said);
    case 'unreadable':
      return outcomeFor('unreadableAnswer', said);
    case 'refused': {
      const failure = failureFor('refused', said);
      if (!/^[^\n<]{1,200}$/.test(cause)) return outcomeOf(failure);
      // The service's own words say best what is wrong.
      const advice = `${failure.message}. ${failure.advice}`;
      return outcomeOf(makeFailure('refused', 'no', cause, advice, said));
    }
    case 'redirected': {
      // Who is told that the address has moved was not served there; others may have been.
      const reason = [301, 307, 308].includes(answer.httpStatus) ? 'moved' : 'redirected';
      return outcomeFor(reason, said, answer.location || 'nowhere');
    }
    case 'notFound':
      return outcomeFor('notFound', said, baseUrl);
    case 'unsent':
      return outcomeFor('unreachable', said, baseUrl);
    case 'faulty':
      return outcomeFor('serviceFault', said);
    case 'unanswered':
      return outcomeFor('noAnswer', said);
    default:
      return outcomeFor(answer.kind, said);
  }
}

/** What an answer may say besides its kind. */
interface Answered {
  kind: string;
  httpStatus?: number;
  detail?: string;
  ids?: string[];
}

/** @returns undefined where the task has no ID */
function readTask(task: Record<string, unknown>): OrderOutcome | undefined {
  const id = task[taskField.id];
  if (typeof id !== 'string' || id.trim() === '') return undefined;
  const problem = taskIdProblem(id);
  if (problem === undefined) return { kind: 'accepted', task: briefTask(task) };
  const taskId = JSON.stringify(id.slice(0, 200)).slice(1, -1);
  const message = `The service created a task whose ID can’t be used: it ${problem}`;
  const advice = `Give the ID "${taskId}" to the service’s support.`;
  return outcomeOf(makeFailure('unusableTaskId', 'yes', message, advice, { taskId }));
}
