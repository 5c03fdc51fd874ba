import type { Task } from '../generated/types';
import { briefTask } from '../tasks/taskJson';
import { endOf, resultUrl, type FinalStatus } from '../tasks/endOf';
import { endWith, faultRules } from './faults';
import { backoffDelayMs, nextLookDelayMs, noteProgress } from './nextLook';
import type { Fault, TaskAnswer } from './readTaskAnswer';
import type { TaskWait } from './WaitState';

/** So many faults of one kind in a row are believed: one or two may be a confusion, but for a refusal. */
const faultsBelieved = 3;

/** How a task has ended that the service tells of; undefined while it goes on, or has no video yet. */
export function taskOutcome(task: Task): FinalStatus | undefined {
  const status = endOf(task.status);
  return status === 'completed' && resultUrl(task) === undefined ? undefined : status;
}

/** What an answer means for its task: its wait is over, or there is a time for the next look. */
export function observeTask(
  before: TaskWait,
  answer: TaskAnswer,
  nowMs: number,
  intervalMs: number,
): TaskWait {
  const asked = { ...before, polls: before.polls + 1 };
  const after =
    answer.kind === 'task'
      ? readTask(asked, answer.task, nowMs, intervalMs)
      : readFault(asked, answer, nowMs, intervalMs);
  if (after.outcome !== undefined) return { ...after, endedAtMs: nowMs };
  // The last look goes out at the deadline, so that a task that just finished is not given up.
  if (nowMs >= after.deadlineAtMs) return { ...after, outcome: 'timedOut', endedAtMs: nowMs };
  return { ...after, nextAskAtMs: Math.min(after.nextAskAtMs, after.deadlineAtMs) };
}

function readTask(wait: TaskWait, task: Task, nowMs: number, intervalMs: number): TaskWait {
  const outcome = taskOutcome(task);
  if (outcome !== undefined) return { ...wait, task, fault: undefined, outcome };
  const moved = noteProgress(wait.moved, task.progress, nowMs);
  // What goes on is stored with the execution only to be shown.
  const seen = { ...wait, task: briefTask({ ...task }) as unknown as Task, moved };
  if (endOf(task.status) === 'completed') {
    const reason = `its status is "${task.status}", but it names no video`;
    return readFault(seen, { kind: 'contradiction', reason }, nowMs, intervalMs);
  }
  const delayMs = nextLookDelayMs(seen, nowMs, intervalMs);
  return { ...seen, fault: undefined, nextAskAtMs: nowMs + delayMs };
}

function readFault(
  wait: TaskWait,
  { kind, reason, retryAfterMs }: Fault,
  nowMs: number,
  intervalMs: number,
): TaskWait {
  const before = wait.fault?.kind === kind ? wait.fault : { count: 0, sinceMs: nowMs };
  const fault = { kind, reason, count: before.count + 1, sinceMs: before.sinceMs };
  // The gate knows better when a busy service takes looks again.
  const delayMs =
    kind === 'busy' ? (retryAfterMs ?? 0) : backoffDelayMs(fault.count, retryAfterMs, intervalMs);
  const after = { ...wait, fault, nextAskAtMs: nowMs + delayMs };
  const { patienceMs, patienceOnceKnownMs = patienceMs } = faultRules[kind];
  // The service has told of the task, or made it in this execution: address and key are right.
  const isKnown = wait.task !== undefined;
  const isLong = nowMs - fault.sinceMs >= (isKnown ? patienceOnceKnownMs : patienceMs);
  const isBelieved = kind === 'refused' || (isLong && fault.count >= faultsBelieved);
  return isBelieved ? { ...after, outcome: endWith(kind) } : after;
}
