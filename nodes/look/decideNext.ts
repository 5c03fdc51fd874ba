import type { Task } from '../generated/types';
import { endOf, findAddress, resultUrl, type FinalStatus } from '../tasks/endOf';
import { briefTask } from '../tasks/taskJson';
import type { NoTask, NoTaskKind, TaskAnswer } from './askTask';
import type { TaskWait } from './WaitState';

const minuteMs = 60_000;

/**
 * How long looks must bring no task, for the same reason, until that ends the wait; 0 for at once.
 * Reading is free of effects, so all that may pass is tried again. Address and key are right where the
 * service has told of the task, or made it in this execution (`known`): then only what speaks of this
 * key or this task ends a wait. All else is an outage, which passes.
 */
const patienceMs: Record<NoTaskKind, { unknown: number; known: number }> = {
  // A task may be unknown for a moment right after its creation, or on a replica that lags.
  notFound: { unknown: minuteMs, known: minuteMs },
  // The service may be confused for a moment, most of all one that took the key before.
  keyRefused: { unknown: 5_000, known: minuteMs },
  // The answer is about another task, or names no video: the status may be written before the result.
  contradiction: { unknown: minuteMs, known: minuteMs },
  // Another 4xx, or a redirect, as to a page about maintenance.
  refused: { unknown: 0, known: Infinity },
  // No answer, or none that this service would give.
  silent: { unknown: minuteMs, known: Infinity },
  busy: { unknown: Infinity, known: Infinity },
  fault: { unknown: Infinity, known: Infinity },
};

/** So many looks in a row that say the same are believed: one or two may be a confusion. */
const looksBelieved = 3;

/** A wait that has taken this many intervals looks less often from then on ... */
const intervalsBeforeGrowth = 120;
/** ... but never more seldom than this many intervals apart. */
const longestIntervals = 3;

/** While looks bring no task, the first comes this soon, whatever the interval ... */
const firstBackoffMs = 5_000;
/** ... and later ones at most this far apart, unless the user looks more seldom anyway. */
const longestBackoffMs = minuteMs;

/**
 * How a task has ended that the service tells of; undefined while it goes on, or has no video yet.
 *
 * @param withResult - so many looks in a row brought a result: one that stays is an end, whatever the
 *   service calls it
 */
export function taskOutcome(task: Task, withResult = 0): FinalStatus | undefined {
  const status = endOf(task.status) ?? (withResult >= looksBelieved ? 'completed' : undefined);
  return status === 'completed' && resultUrl(task) === undefined ? undefined : status;
}

/** Decides what follows from an answer: the wait for the task is over, or there is a time for the next look. */
export function decideNext(
  before: TaskWait,
  answer: TaskAnswer,
  nowMs: number,
  intervalMs: number,
): TaskWait {
  const asked = { ...before, polls: before.polls + 1 };
  const after =
    answer.kind === 'task'
      ? decideWithTask(asked, answer.task, nowMs, intervalMs)
      : decideWithoutTask(asked, answer, nowMs, intervalMs);
  if (after.outcome !== undefined) return { ...after, endedAtMs: nowMs };
  // The last look goes out at the deadline, so that a task that just finished is not given up.
  if (nowMs >= after.deadlineAtMs) return { ...after, outcome: 'timedOut', endedAtMs: nowMs };
  return { ...after, nextAskAtMs: Math.min(after.nextAskAtMs, after.deadlineAtMs) };
}

function decideWithTask(wait: TaskWait, task: Task, nowMs: number, intervalMs: number): TaskWait {
  const withResult = resultUrl(task) === undefined ? undefined : (wait.withResult ?? 0) + 1;
  const outcome = taskOutcome(task, withResult);
  if (outcome !== undefined) return { ...wait, task, noTask: undefined, outcome };
  // What goes on is stored with the execution only to be shown.
  const seen = { ...wait, task: briefTask({ ...task }) as unknown as Task, withResult };
  if (endOf(task.status) === 'completed') {
    const address = findAddress(task);
    const hint = address === undefined ? '' : `; ${address} may be the video`;
    const reason = `it says that the video is ready (status "${task.status}"), but gives no address${hint}`;
    return decideWithoutTask(seen, { kind: 'contradiction', reason }, nowMs, intervalMs);
  }
  const grownMs = Math.max(intervalMs, (nowMs - wait.startedAtMs) / intervalsBeforeGrowth);
  const delayMs = Math.min(grownMs, longestIntervals * intervalMs);
  return { ...seen, noTask: undefined, nextAskAtMs: nowMs + delayMs };
}

function decideWithoutTask(
  wait: TaskWait,
  { kind, reason, retryAfterMs = 0 }: NoTask,
  nowMs: number,
  intervalMs: number,
): TaskWait {
  const before = wait.noTask?.kind === kind ? wait.noTask : { count: 0, sinceMs: nowMs };
  const noTask = { kind, reason, count: before.count + 1, sinceMs: before.sinceMs };
  const doubledMs = Math.min(intervalMs, firstBackoffMs) * 2 ** before.count;
  const backoffMs = Math.min(doubledMs, Math.max(intervalMs, longestBackoffMs));
  // The gate knows better when a busy service takes looks again.
  const delayMs = Math.max(kind === 'busy' ? 0 : backoffMs, retryAfterMs);
  const lastsMs = patienceMs[kind][wait.task === undefined ? 'unknown' : 'known'];
  const isLong = nowMs - noTask.sinceMs >= lastsMs && noTask.count >= looksBelieved;
  return {
    ...{ ...wait, noTask, nextAskAtMs: nowMs + delayMs },
    ...((isLong || lastsMs === 0) && { outcome: kind === 'notFound' ? kind : 'unanswered' }),
  };
}
