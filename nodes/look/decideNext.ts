import type { Task } from '../generated/types';
import { endOf, findAddress, resultUrl, type FinalStatus } from '../tasks/endOf';
import { briefTask } from '../tasks/taskJson';
import type { NoTask, NoTaskKind, TaskAnswer } from './askTask';
import type { TaskWait } from './WaitState';

const minuteMs = 60_000;

/**
 * How long looks must bring no task, for the same reason, until that ends the wait; 0 for at once.
 * Reading changes nothing, so whatever may pass is tried again. Once the service has made the task or
 * told of it (`known`), address and key are right: then only answers about this key or task end the wait.
 */
const patienceMs: Record<NoTaskKind, { unknown: number; known: number }> = {
  // A new task may be unknown for a moment, or on a replica that lags.
  notFound: { unknown: minuteMs, known: minuteMs },
  // The service may be confused for a moment, above all if it took the key before.
  keyRefused: { unknown: 5_000, known: minuteMs },
  // About another task, or completed without a video: the status may be written before the result.
  contradiction: { unknown: minuteMs, known: minuteMs },
  // Another 4xx, or a redirect, such as to a maintenance page.
  refused: { unknown: 0, known: Infinity },
  // No answer, or none that such a service gives.
  silent: { unknown: minuteMs, known: Infinity },
  busy: { unknown: Infinity, known: Infinity },
  fault: { unknown: Infinity, known: Infinity },
};

/** How many looks in a row must say the same to be believed: one or two may be a confusion. */
const looksBelieved = 3;

/** After this many intervals, looks come less often ... */
const intervalsBeforeGrowth = 120;
/** ... but at most this many intervals apart. */
const longestIntervals = 3;

/** After a look without a task, the next comes this soon, or after a shorter interval ... */
const firstBackoffMs = 5_000;
/** ... and later ones at most this far apart, or a longer interval. */
const longestBackoffMs = minuteMs;

/**
 * How a task has ended; undefined while it goes on, or is completed without a video yet.
 *
 * @param withResult - how many looks in a row brought a result: one that stays is final, whatever the
 *   status
 */
export function taskOutcome(task: Task, withResult = 0): FinalStatus | undefined {
  const status = endOf(task.status) ?? (withResult >= looksBelieved ? 'completed' : undefined);
  return status === 'completed' && resultUrl(task) === undefined ? undefined : status;
}

/** Decides what follows from an answer: the task's wait is over, or has a time for the next look. */
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
  // The last look comes at the deadline, so that a task that has just finished isn't given up.
  if (nowMs >= after.deadlineAtMs) return { ...after, outcome: 'timedOut', endedAtMs: nowMs };
  return { ...after, nextAskAtMs: Math.min(after.nextAskAtMs, after.deadlineAtMs) };
}

function decideWithTask(wait: TaskWait, task: Task, nowMs: number, intervalMs: number): TaskWait {
  const withResult = resultUrl(task) === undefined ? undefined : (wait.withResult ?? 0) + 1;
  const outcome = taskOutcome(task, withResult);
  if (outcome !== undefined) return { ...wait, task, noTask: undefined, outcome };
  // An open task is only stored to be shown.
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
  // When a busy service takes looks again is for the gate to know.
  const delayMs = Math.max(kind === 'busy' ? 0 : backoffMs, retryAfterMs);
  const lastsMs = patienceMs[kind][wait.task === undefined ? 'unknown' : 'known'];
  const isLong = nowMs - noTask.sinceMs >= lastsMs && noTask.count >= looksBelieved;
  const after = { ...wait, noTask, nextAskAtMs: nowMs + delayMs };
  if (!isLong && lastsMs > 0) return after;
  return { ...after, outcome: kind === 'notFound' ? kind : 'unanswered' };
}
