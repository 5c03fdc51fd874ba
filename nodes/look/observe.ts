import type { Task } from '../generated/types';
import { briefTask } from '../tasks/briefTask';
import { endOf, resultUrl } from '../tasks/endOf';
import { faultRules } from './faults';
import { backoffDelayMs, nextLookDelayMs, noteProgress } from './nextLook';
import type { Fault, TaskAnswer } from './TaskAnswer';
import type { Outcome, TaskWait } from './WaitState';

/** How a task has ended that the service tells of; undefined while it goes on, or has no video yet. */
export function outcomeOf(task: Task): 'completed' | 'failed' | undefined {
  const ending = endOf(task.status);
  return ending === 'completed' && resultUrl(task) === undefined ? undefined : ending;
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
  if (after.outcome !== undefined) return after;
  // The last look goes out at the deadline, so that a task that just finished is not given up.
  if (nowMs >= after.deadlineAtMs) {
    const isKeyWrong = after.fault?.kind === 'keyRefused' && after.task === undefined;
    return end(after, isKeyWrong ? 'unanswered' : 'timedOut', nowMs);
  }
  return { ...after, nextAskAtMs: Math.min(after.nextAskAtMs, after.deadlineAtMs) };
}

function readTask(wait: TaskWait, task: Task, nowMs: number, intervalMs: number): TaskWait {
  const outcome = outcomeOf(task);
  if (outcome !== undefined) return end({ ...wait, task, fault: undefined }, outcome, nowMs);
  const moved = noteProgress(wait.moved, task.progress, nowMs);
  // What goes on is stored with the execution only to be shown.
  const seen = { ...wait, task: briefTask({ ...task }) as unknown as Task, moved };
  if (endOf(task.status) === 'completed') {
    const fault = { kind: 'withoutVideo', reason: 'it names no video' } as const;
    return readFault(seen, fault, nowMs, intervalMs);
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
  const before = wait.fault;
  const same = before?.kind === kind ? before : { ofKind: 0, sinceMs: nowMs };
  const fault = {
    kind,
    reason,
    ofKind: same.ofKind + 1,
    sinceMs: same.sinceMs,
    inRow: (before?.inRow ?? 0) + 1,
  };
  // The service has told of the task, or made it in this execution: address and key are right.
  const isKnown = wait.task !== undefined || wait.moved !== undefined;
  const delayMs = backoffDelayMs(fault.inRow, retryAfterMs, intervalMs, isKnown);
  const after = { ...wait, fault, nextAskAtMs: nowMs + delayMs };
  const { answers, patienceMs, outcome } = faultRules[kind];
  const isLong = nowMs - fault.sinceMs >= patienceMs[isKnown ? 'known' : 'unknown'];
  return isLong && fault.ofKind >= answers ? end(after, outcome, nowMs) : after;
}

function end(wait: TaskWait, outcome: Outcome, nowMs: number): TaskWait {
  return { ...wait, outcome, endedAtMs: nowMs };
}
