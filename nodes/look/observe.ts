import type { Task } from '../generated/types';
import { briefTask } from '../tasks/taskJson';
import { endOf, resultUrl, type FinalStatus } from '../tasks/endOf';
import { findAddress } from '../tasks/findAddress';
import { endWith, faultRules } from './faults';
import { backoffDelayMs, nextLookDelayMs } from './nextLook';
import type { Fault, TaskAnswer } from './readTaskAnswer';
import type { TaskWait } from './WaitState';

/** So many looks in a row that say the same are believed: one or two may be a confusion. */
const looksBelieved = 3;

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
  const withResult = resultUrl(task) === undefined ? undefined : (wait.withResult ?? 0) + 1;
  const outcome = taskOutcome(task, withResult);
  if (outcome !== undefined) return { ...wait, task, fault: undefined, outcome };
  // What goes on is stored with the execution only to be shown.
  const seen = { ...wait, task: briefTask({ ...task }) as unknown as Task, withResult };
  if (endOf(task.status) === 'completed') {
    const address = findAddress(task);
    const hint = address === undefined ? '' : `; ${address} may be the video`;
    const reason = `it says that the video is ready (status "${task.status}"), but gives no address${hint}`;
    return readFault(seen, { kind: 'contradiction', reason }, nowMs, intervalMs);
  }
  const delayMs = nextLookDelayMs(seen.startedAtMs, nowMs, intervalMs);
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
  // The service has told of the task, or made it in this execution: address and key are right.
  const isKnown = wait.task !== undefined;
  const { patienceMs, patienceOnceKnownMs } = faultRules[kind];
  const lastsMs = isKnown ? patienceOnceKnownMs : patienceMs;
  const isLong = nowMs - fault.sinceMs >= lastsMs && fault.count >= looksBelieved;
  return isLong || lastsMs === 0 ? { ...after, outcome: endWith(kind) } : after;
}
