import { type Failure, failureFor } from '../../outcomes/Failure';
import { taskField } from '../../generated/contract';
import type { Said, ServiceAnswer, TaskRecord } from '../../service/ServiceAnswer';
import type { Task } from '../../generated/types';
import { endOf } from '../../tasks/endOf';
import { briefTask } from '../../tasks/taskJson';
import { taskIdProblem } from '../../tasks/taskIdProblem';
import { readError } from '../../tasks/whatWasSaid';
import { redact } from '../../text/redact';
import { shorten } from '../../text/redact';
import { describeFailedTask } from '../../look/describeFailure';

/** What came of sending a row. */
export type OrderOutcome =
  | { kind: 'accepted'; task: TaskRecord }
  /** The service certainly did not take it. */
  | { kind: 'notCreated'; failure: Failure }
  /** It may have been taken; sending again may pay twice. */
  | { kind: 'unknown'; failure: Failure };

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
  const { httpStatus, detail, ids, codes }: Answered = answer;
  const answered = answer.kind === 'task' ? answer.task : {};
  const fields = Object.keys(answered).slice(0, 20).join(', ');
  const evidence = [
    detail ?? redact(readError(answered).sentence),
    ids && `its answer names ${ids.join(', ')}`,
    fields && `its answer has the fields ${fields}`,
  ];
  const cause = evidence.filter(Boolean).join('; ');
  const said = {
    ...(httpStatus !== undefined && { httpStatus }),
    ...(cause !== '' && { cause }),
    ...(ids !== undefined && { ids }),
    ...(codes && { codes }),
  };
  switch (answer.kind) {
    case 'task':
      return readTask(answer.task) ?? outcomeFor('noTaskId', said);
    case 'unreadable':
      return outcomeFor('unreadableAnswer', said);
    case 'refused':
    case 'busy':
    case 'unauthorized':
      return readRefusal(answer.kind, answer, said);
    case 'redirected': {
      // Who is told that the address has moved was not served there; others may have been.
      const reason = [301, 307, 308].includes(answer.httpStatus) ? 'moved' : 'redirected';
      return outcomeFor(reason, said, { where: answer.location || 'nowhere' });
    }
    case 'notFound':
      if (speaksOfModel(answer)) return readRefusal('noService', answer, said);
      return outcomeFor('noService', said, { where: baseUrl });
    case 'unsent':
      return outcomeFor('unreachable', said, { where: baseUrl });
    case 'faulty':
      return outcomeFor('serviceFault', said);
    case 'unanswered':
      return outcomeFor('noAnswer', said);
    default:
      return outcomeFor(answer.kind, said);
  }
}

/** What an answer may say besides its kind. */
type Answered = Partial<Said> & { kind: string };

/** Only JSON is the service's own: a page has the word for any reason. */
const speaksOfModel = ({ codes, detail }: Said) =>
  codes !== undefined && /model/i.test(`${detail} ${codes}`);

/** Longer headlines are not read. */
const longestHeadline = 200;

function readRefusal(
  kind: 'refused' | 'busy' | 'unauthorized' | 'noService',
  answer: Said,
  said: Partial<Failure>,
): OrderOutcome {
  const { httpStatus, detail, isSentence } = answer;
  const isModel = speaksOfModel(answer);
  const isClosed = isModel && [403, 404].includes(httpStatus);
  const ofKind = isModel && kind === 'refused' ? 'refused.perhapsModel' : kind;
  const name = httpStatus === 402 ? 'noCredit' : isClosed ? 'modelRefused' : ofKind;
  const failure = failureFor(name, said);
  if (!isSentence) return outcomeOf(failure);
  // The service's own words say best what is wrong.
  const isShort = detail.length <= longestHeadline;
  const message = isShort ? detail : shorten(detail, longestHeadline - 1);
  return outcomeOf({ ...failure, message, step: `${failure.message}. ${failure.step}` });
}

/** @returns undefined where the task has no ID */
function readTask(task: Record<string, unknown>): OrderOutcome | undefined {
  const id = task[taskField.id];
  if (typeof id !== 'string' || id.trim() === '') return undefined;
  const problem = taskIdProblem(id);
  if (endOf(String(task[taskField.status])) === 'failed')
    return outcomeOf(describeFailedTask(id, task as unknown as Task));
  if (problem === undefined) return { kind: 'accepted', task: briefTask(task) };
  const taskId = JSON.stringify(id.slice(0, 200)).slice(1, -1);
  return outcomeFor('unusableTaskId', { taskId }, { problem });
}
