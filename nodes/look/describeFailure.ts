import type { Task } from '../generated/types';
import type { Failure } from '../outcomes/Failure';
import { failureFor, type OutcomeName } from '../outcomes/tell';
import { taskStatus } from '../generated/contract';
import { briefTask, layOver, type Fields } from '../tasks/taskJson';
import { codeOf, whatWasSaid } from '../tasks/whatWasSaid';
import type { FaultKind } from './faults';
import type { Fault } from './readTaskAnswer';
import type { WaitOutcome, TaskWait } from './WaitState';

/** How a wait can end without a video. */
export type WaitFailure = Exclude<WaitOutcome, 'completed'>;

const nameOf = (kind: FaultKind) => (kind === 'notFound' ? kind : (`unanswered.${kind}` as const));

/** Why a single look brought no task. */
export const describeLook = (taskId: string, { kind, reason: why }: Fault): Failure =>
  failureFor(nameOf(kind), { taskId }, { why });

/** Where the reason of a failed task lies, by the words of services of this kind; the first that fits. */
const reasons: Array<[words: RegExp, name: OutcomeName]> = [
  [/cancel/i, 'failed.cancelled'],
  [
    /time.?d?.?out|expired|exhaust|capacity|overload|unavailable|internal|busy|serv(er|ice).?error/i,
    'failed.byService',
  ],
  [
    /polic|violat|moderat|safety|sensitive|nsfw|blocked|copyright|invalid|parameter|prompt|image|audio|\bmedia|unsupported|\bformat/i,
    'failed.byRequest',
  ],
];

/** Why a task has failed: its code tells more than its words. */
export function describeEnd(taskId: string, task: Task, more: Partial<Failure> = {}): Failure {
  const { status } = task;
  const said = whatWasSaid(task);
  const [, name = 'failed' as const] =
    [codeOf(task), `${status} ${said}`]
      .map((told) => reasons.find(([words]) => words.test(told)))
      .find((found) => found !== undefined) ?? [];
  // In the service's own words, which may be others: cancelled, expired.
  const ended = status === taskStatus.failed ? 'failed' : `ended with status "${status}"`;
  const end = [ended, said].filter(Boolean).join(': ');
  return failureFor(name, { taskId, ...more }, { end });
}

/**
 * Why a wait ended without a video, in words and figures, with what was seen until then.
 *
 * @param created - what the service answered when it made the task, where this node asked for that
 */
export function describeFailure(
  reason: WaitFailure,
  taskId: string,
  wait: TaskWait,
  created?: Task,
): Failure {
  const { task, fault, polls, startedAtMs, deadlineAtMs } = wait;
  const seen = task && { status: task.status, task: briefTask(layOver(created, task)) };
  const known = { taskId, ...seen, polls, waitedSeconds: waitedSeconds(wait) };
  const limit = `${Math.round((deadlineAtMs - startedAtMs) / 6_000) / 10} min`;
  if (fault === undefined)
    return reason === 'timedOut'
      ? failureFor('timedOut', known, { limit, state: tellState(task!) })
      : describeEnd(taskId, task!, known);
  const failure = failureFor(nameOf(fault.kind), known, { why: fault.reason });
  if (reason !== 'timedOut') return failure;
  const about = { limit, why: fault.reason, advice: failure.step };
  return failureFor('timedOut.unanswered', known, about);
}

/** How far an open task is that was made or looked at, in a few words. */
export const describeProgress = ({ fault, task }: TaskWait): string =>
  fault === undefined ? tellState(task!) : `no usable answer yet, ${fault.reason}`;

/** The state of an open task, with the service's own estimate where it gives one, which the contract doesn't show. */
function tellState({ status, progress, ...further }: Task): string {
  const { estimated_time } = Object((further as Fields).task_info) as Fields;
  const seconds = typeof estimated_time === 'number' ? Math.round(estimated_time) : 0;
  return [
    status,
    Number.isFinite(progress) && `${progress} %`,
    seconds > 0 &&
      `about ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} in all by the service’s estimate`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Time from the first look at the task until its wait ended, in seconds. */
export const waitedSeconds = ({ startedAtMs, endedAtMs = startedAtMs }: TaskWait): number =>
  Math.max(0, Math.round((endedAtMs - startedAtMs) / 100) / 10);
