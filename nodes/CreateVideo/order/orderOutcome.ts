import { failureFor, type Failure } from '../../outcomes/Failure';
import { taskField } from '../../generated/contract';
import type { Said, ServiceAnswer } from '../../service/readAnswer';
import type { Task } from '../../generated/types';
import { endOf } from '../../tasks/endOf';
import { briefTask, type Fields } from '../../tasks/taskJson';
import { taskIdProblem } from '../../tasks/readRecord';
import { readError } from '../../tasks/whatWasSaid';
import { redact, shorten } from '../../text/redact';
import { describeFailedTask } from '../../look/describeFailure';
import type { OutcomeName } from '../../outcomes/catalogue';

/** What came of sending a row. */
export type OrderOutcome =
  | { kind: 'accepted'; task: Fields }
  /** The service certainly didn't take it. */
  | { kind: 'notCreated'; failure: Failure }
  /** The service may have taken it, so sending it again may cost twice. */
  | { kind: 'unknown'; failure: Failure };

/** Where a row stands. */
export type RowState =
  | OrderOutcome
  /** To be sent as this JSON. */
  | { kind: 'planned'; body: string }
  /** Written ahead: its execution may be sending it. */
  | { kind: 'sending'; body: string }
  | { kind: 'preview'; request: object }
  /** Its key was ordered before, perhaps for something else; this process may know the task. */
  | { kind: 'orderedBefore'; taskId?: string; isChanged: boolean };

export type Charged = Extract<OrderOutcome, { kind: 'accepted' | 'unknown' }>;

export const mayBeCharged = (state: RowState | undefined): state is Charged =>
  state?.kind === 'accepted' || state?.kind === 'unknown';

const outcomeOf = (failure: Failure): OrderOutcome => ({
  kind: failure.paid === 'no' ? 'notCreated' : 'unknown',
  failure,
});

/** The outcome of a row that failed; see {@link failureFor}. */
export const outcomeFor = (...told: Parameters<typeof failureFor>) =>
  outcomeOf(failureFor(...told));

export const causeOf = (error: unknown) => ({
  cause: redact(error instanceof Error ? error.message : String(error)),
});

/** What answers mean, unless their words say more. */
const meanings = {
  unauthorized: 'unauthorized',
  refused: 'refused',
  busy: 'busy',
  notFound: 'noService',
  unsent: 'unreachable',
  redirected: 'redirected',
  faulty: 'serviceFault',
  unanswered: 'noAnswer',
  cancelled: 'noAnswer',
  unreadable: 'unreadableAnswer',
  task: 'noTaskId',
} satisfies Record<ServiceAnswer['kind'], OutcomeName>;

/** After these redirects the request certainly wasn't served; after others it may have been. */
const movedStatuses = [301, 307, 308];

/** Says what the answer to a create request means. */
export function readOutcome(answer: ServiceAnswer, baseUrl: string): OrderOutcome {
  const { kind } = answer;
  const said = evidenceOf(answer);
  if (kind === 'task') {
    const outcome = readTask(answer.task);
    if (outcome !== undefined) return outcome;
  }
  if (kind === 'redirected') {
    const name = movedStatuses.includes(answer.httpStatus) ? 'moved' : kind;
    return outcomeFor(name, said, { where: answer.location || 'nowhere' });
  }
  const isRefusal = kind === 'refused' || kind === 'busy' || kind === 'unauthorized';
  if (isRefusal || (kind === 'notFound' && speaksOfModel(answer)))
    return readRefusal(meanings[kind], answer, said);
  return outcomeFor(meanings[kind], said, { where: baseUrl });
}

/** Nobody reads a longer list. */
const mostFields = 20;

/** What else is known about an answer. */
function evidenceOf(answer: ServiceAnswer): Partial<Failure> {
  const { httpStatus, detail, ids, codes }: Partial<Said> & { kind: string } = answer;
  const answered = answer.kind === 'task' ? answer.task : {};
  const fields = Object.keys(answered).slice(0, mostFields).join(', ');
  const causes = [
    detail ?? redact(readError(answered).sentence),
    ids && `its answer names ${ids.join(', ')}`,
    fields && `its answer has the fields ${fields}`,
  ];
  const cause = causes.filter(Boolean).join('; ');
  return {
    ...(httpStatus !== undefined && { httpStatus }),
    ...(cause !== '' && { cause }),
    ...(ids !== undefined && { ids }),
    ...(codes && { codes }),
  };
}

/** Only in JSON: an HTML page may have the word for any reason. */
const speaksOfModel = ({ codes, detail }: Said) =>
  codes !== undefined && /model/i.test(`${detail} ${codes}`);

/** Nobody reads a longer headline. */
const longestHeadline = 200;

function readRefusal(meaning: OutcomeName, answer: Said, said: Partial<Failure>): OrderOutcome {
  const { httpStatus, detail, isSentence } = answer;
  const isModel = speaksOfModel(answer);
  const isClosed = isModel && [403, 404].includes(httpStatus);
  const ofKind = isModel && meaning === 'refused' ? 'refused.perhapsModel' : meaning;
  const name = httpStatus === 402 ? 'noCredit' : isClosed ? 'modelRefused' : ofKind;
  const failure = failureFor(name, said);
  if (!isSentence) return outcomeOf(failure);
  // The service's own words say best what is wrong.
  const message = shorten(detail, longestHeadline);
  return outcomeOf({ ...failure, message, step: `${failure.message}. ${failure.step}` });
}

/** @returns undefined if the task has no ID */
function readTask(task: Fields): OrderOutcome | undefined {
  const id = task[taskField.id];
  if (typeof id !== 'string' || id.trim() === '') return undefined;
  const problem = taskIdProblem(id);
  if (endOf(String(task[taskField.status])) === 'failed')
    return outcomeOf(describeFailedTask(id, task as unknown as Task));
  if (problem === undefined) return { kind: 'accepted', task: briefTask(task) };
  const taskId = JSON.stringify(id.slice(0, 200)).slice(1, -1);
  return outcomeFor('unusableTaskId', { taskId }, { problem });
}
