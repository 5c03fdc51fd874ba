import { taskStatus } from '../generated/contract';
import { type Task } from '../generated/types';
import { resultUrl } from '../tasks/resultUrl';
import { type TaskAnswer } from './answer';
import { backoffDelayMs, pollDelayMs, type Random } from './delays';
import { missingResultTolerance, notFoundTolerance, type WaitSettings } from './settings';
import { type Outcome, type TaskWatch, type WaitState } from './watch';

/** What `observe` needs besides the state and the answer. */
export interface ObserveContext {
  nowMs: number;
  settings: WaitSettings;
  random: Random;
}

/** The state after an answer: the task is finished, or has a time for its next request. */
export function observe(
  state: WaitState,
  taskId: string,
  answer: TaskAnswer,
  context: ObserveContext,
): WaitState {
  const before = state.tasks[taskId];
  if (before === undefined || before.outcome !== undefined) return state;
  const watch = read({ ...before, polls: before.polls + 1 }, answer, context);
  return {
    // A 429 or a Retry-After is meant for the account, not for the task that happened to meet it.
    pausedUntilMs:
      answer.kind === 'busy' || (answer.kind === 'fault' && answer.retryAfterMs !== undefined)
        ? Math.max(state.pausedUntilMs, watch.nextAskAtMs)
        : state.pausedUntilMs,
    tasks: { ...state.tasks, [taskId]: endAtDeadline(watch, context.nowMs) },
  };
}

function read(watch: TaskWatch, answer: TaskAnswer, context: ObserveContext): TaskWatch {
  switch (answer.kind) {
    case 'task':
      return readTask(watch, answer.task, context);
    case 'refused':
      return end({ ...watch, lastFault: answer.reason }, 'refused', context.nowMs);
    case 'notFound':
      return readNotFound(watch, answer.reason, context);
    case 'busy':
    case 'fault':
      return retryLater({ ...watch, notFoundInRow: 0 }, answer, context);
  }
}

function readTask(before: TaskWatch, task: Task, context: ObserveContext): TaskWatch {
  const { nowMs, settings, random } = context;
  const watch = {
    ...noteProgress(before, task, nowMs),
    task,
    faultsInRow: 0,
    lastFault: undefined,
    notFoundInRow: 0,
  };
  const again = { ...watch, nextAskAtMs: nowMs + pollDelayMs(watch, nowMs, settings, random) };

  if (task.status === taskStatus.failed) return end(watch, 'failed', nowMs);
  if (settings.otherFinalStatuses.includes(task.status)) return end(watch, 'endedOtherwise', nowMs);
  if (task.status !== taskStatus.completed) return { ...again, withoutResultInRow: 0 };
  if (resultUrl(task) !== undefined) return end(watch, 'completed', nowMs);

  // The status may be written a moment before the result is.
  const withoutResultInRow = watch.withoutResultInRow + 1;
  return withoutResultInRow >= missingResultTolerance.answers
    ? end({ ...watch, withoutResultInRow }, 'withoutResult', nowMs)
    : { ...again, withoutResultInRow };
}

/** A task may be unknown for a moment right after its creation, or on a replica that lags. */
function readNotFound(watch: TaskWatch, reason: string, context: ObserveContext): TaskWatch {
  const { nowMs, settings, random } = context;
  const notFoundSinceMs = watch.notFoundInRow > 0 ? (watch.notFoundSinceMs ?? nowMs) : nowMs;
  const missing = {
    ...watch,
    lastFault: reason,
    faultsInRow: watch.faultsInRow + 1,
    notFoundInRow: watch.notFoundInRow + 1,
    notFoundSinceMs,
    nextAskAtMs: nowMs + pollDelayMs(watch, nowMs, settings, random),
  };
  const believed =
    missing.notFoundInRow >= notFoundTolerance.answers &&
    nowMs - notFoundSinceMs >= notFoundTolerance.durationMs;
  return believed ? end(missing, 'notFound', nowMs) : missing;
}

function retryLater(
  watch: TaskWatch,
  answer: { reason: string; retryAfterMs?: number },
  { nowMs, settings, random }: ObserveContext,
): TaskWatch {
  const faultsInRow = watch.faultsInRow + 1;
  const delayMs = backoffDelayMs(faultsInRow, answer.retryAfterMs, settings, random);
  return { ...watch, faultsInRow, lastFault: answer.reason, nextAskAtMs: nowMs + delayMs };
}

function noteProgress(watch: TaskWatch, task: Task, atMs: number): TaskWatch {
  if (typeof task.progress !== 'number' || !Number.isFinite(task.progress)) return watch;
  const point = { percent: task.progress, atMs };
  const earlier = watch.lastProgress && { earlierProgress: watch.lastProgress };
  return { ...watch, ...earlier, lastProgress: point };
}

function end(watch: TaskWatch, outcome: Outcome, nowMs: number): TaskWatch {
  return { ...watch, outcome, endedAtMs: nowMs };
}

/** The last request goes out at the deadline, so that a task that just finished is not given up. */
function endAtDeadline(watch: TaskWatch, nowMs: number): TaskWatch {
  if (watch.outcome !== undefined) return watch;
  if (nowMs >= watch.deadlineAtMs) return end(watch, 'timedOut', nowMs);
  return { ...watch, nextAskAtMs: Math.min(watch.nextAskAtMs, watch.deadlineAtMs) };
}
