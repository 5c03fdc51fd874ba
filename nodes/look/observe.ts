import type { Task } from '../generated/types';
import { briefTask } from '../tasks/briefTask';
import { endOf } from '../tasks/endOf';
import { resultUrl } from '../tasks/resultUrl';
import { faultRules } from './faults';
import { backoffDelayMs, nextLookDelayMs, noteProgress } from './nextLook';
import { end } from './startWait';
import type { Fault, TaskAnswer } from './TaskAnswer';
import type { TaskWait } from './WaitState';

/** What an answer is read with. */
export interface Reading {
  nowMs: number;
  intervalMs: number;
  /** Whether the service has told of a task in this wait. */
  heard: boolean;
}

/** How a task has ended that the service tells of; undefined while it goes on, or has no video yet. */
export function outcomeOf(task: Task): 'completed' | 'failed' | undefined {
  const ending = endOf(task.status);
  return ending === 'completed' && resultUrl(task) === undefined ? undefined : ending;
}

/** What an answer means for its task: its wait is over, or there is a time for the next look. */
export function observeTask(before: TaskWait, answer: TaskAnswer, reading: Reading): TaskWait {
  const { nowMs } = reading;
  const asked = { ...before, polls: before.polls + 1 };
  const after =
    answer.kind === 'task'
      ? readTask(asked, answer.task, reading)
      : readFault(asked, answer, reading);
  if (after.outcome !== undefined) return after;
  // The last look goes out at the deadline, so that a task that just finished is not given up.
  if (nowMs >= after.deadlineAtMs) {
    const isKeyWrong = after.fault?.kind === 'keyRefused' && after.task === undefined;
    return end(after, isKeyWrong ? 'unanswered' : 'timedOut', nowMs);
  }
  return { ...after, nextAskAtMs: Math.min(after.nextAskAtMs, after.deadlineAtMs) };
}

function readTask(taskWait: TaskWait, task: Task, reading: Reading): TaskWait {
  const { nowMs, intervalMs } = reading;
  const outcome = outcomeOf(task);
  if (outcome !== undefined) return end({ ...taskWait, task, fault: undefined }, outcome, nowMs);
  const moved = noteProgress(taskWait.moved, task.progress, nowMs);
  // What goes on is stored with the execution only to be shown.
  const seen = { ...taskWait, task: briefTask({ ...task }) as unknown as Task, moved };
  if (endOf(task.status) === 'completed')
    return readFault(seen, { kind: 'withoutVideo', reason: 'it names no video' }, reading);
  const looks = { sinceMs: seen.startedAtMs, looks: seen.polls, moved };
  const delayMs = nextLookDelayMs(looks, nowMs, intervalMs);
  return { ...seen, fault: undefined, nextAskAtMs: nowMs + delayMs };
}

function readFault(
  taskWait: TaskWait,
  { kind, reason, retryAfterMs }: Fault,
  { nowMs, intervalMs, heard }: Reading,
): TaskWait {
  const before = taskWait.fault;
  const same = before?.kind === kind ? before : { ofKind: 0, sinceMs: nowMs };
  const fault = {
    kind,
    reason,
    ofKind: same.ofKind + 1,
    sinceMs: same.sinceMs,
    inRow: (before?.inRow ?? 0) + 1,
  };
  const delayMs = backoffDelayMs(fault.inRow, retryAfterMs, intervalMs, heard);
  const after = { ...taskWait, fault, nextAskAtMs: nowMs + delayMs };
  const { answers, patienceMs, outcome } = faultRules[kind];
  const isLong = nowMs - fault.sinceMs >= patienceMs[heard ? 'heard' : 'unheard'];
  return isLong && fault.ofKind >= answers ? end(after, outcome, nowMs) : after;
}
