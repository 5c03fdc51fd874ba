import { taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import type { OutcomeName } from '../outcomes/catalogue';
import { type Failure, failureFor } from '../outcomes/Failure';
import { briefTask, layOver, type Fields } from '../tasks/taskJson';
import { codeOf, whatWasSaid } from '../tasks/whatWasSaid';
import type { NoTask, NoTaskKind } from './askTask';
import type { TaskWait, WaitOutcome } from './WaitState';

const nameOf = (kind: NoTaskKind) => (kind === 'notFound' ? kind : (`unanswered.${kind}` as const));

/** Why a single look brought no task. */
export const describeNoTask = (taskId: string, { kind, reason: why }: NoTask): Failure =>
  failureFor(nameOf(kind), { taskId }, { why });

/** What a task failed for, by the words that such services use; the first match counts. */
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

/** Describes a failed task. Its code says more about the reason than its words. */
export function describeFailedTask(
  taskId: string,
  task: Task,
  more: Partial<Failure> = {},
): Failure {
  const { status } = task;
  const said = whatWasSaid(task);
  const named = [codeOf(task), `${status} ${said}`].flatMap((told) =>
    reasons.filter(([words]) => words.test(told)),
  );
  // The service may use its own word, such as cancelled or expired.
  const ended = status === taskStatus.failed ? 'failed' : `ended with status "${status}"`;
  const end = [ended, said].filter(Boolean).join(': ');
  return failureFor(named[0]?.[1] ?? 'failed', { taskId, ...more }, { end });
}

/**
 * Describes why a wait came to no video.
 *
 * @param created - what the service answered when this node created the task
 */
export function describeFailure(
  outcome: Exclude<WaitOutcome, 'completed'>,
  taskId: string,
  wait: TaskWait,
  created?: Task,
): Failure {
  const { task, noTask, polls, startedAtMs, deadlineAtMs } = wait;
  const seen = task && { status: task.status, task: briefTask(layOver(created, task)) };
  const known = { taskId, ...seen, polls, waitedSeconds: waitedSeconds(wait) };
  const limit = `${Math.round((deadlineAtMs - startedAtMs) / 6_000) / 10} min`;
  if (noTask === undefined)
    return outcome === 'timedOut'
      ? failureFor('timedOut', known, { limit, state: tellState(task!) })
      : describeFailedTask(taskId, task!, known);
  const why = noTask.reason;
  const failure = failureFor(nameOf(noTask.kind), known, { why });
  if (outcome !== 'timedOut') return failure;
  return failureFor('timedOut.unanswered', known, { limit, why, advice: failure.step });
}

/** How far an open task is, in a few words. */
export const describeProgress = ({ noTask, task }: TaskWait): string =>
  noTask === undefined ? tellState(task!) : `no usable answer yet, ${noTask.reason}`;

/** With the service's estimate if it gives one, which the contract doesn't show. */
function tellState({ status, progress, ...further }: Task): string {
  const { estimated_time } = Object((further as Fields).task_info) as Fields;
  const seconds = typeof estimated_time === 'number' ? Math.round(estimated_time) : 0;
  const time = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return [
    status,
    Number.isFinite(progress) && `${progress} %`,
    seconds > 0 && `about ${time} in all by the service’s estimate`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** From when the wait for the task began until it ended. */
export const waitedSeconds = ({ startedAtMs, endedAtMs = startedAtMs }: TaskWait): number =>
  Math.max(0, Math.round((endedAtMs - startedAtMs) / 100) / 10);
