import { taskStatus } from '../generated/contract';
import { type Task } from '../generated/types';
import { resultUrl } from '../tasks/resultUrl';
import { type TaskAnswer } from './answer';
import { endIfHopeless, noteContact } from './contact';
import { pollDelayMs, type Random } from './delays';
import { probing, readContradiction, readKeyRefused, readNotFound, retryLater } from './readFaults';
import { missingResultTolerance, type WaitSettings } from './settings';
import { end, type TaskWatch, type WaitState } from './watch';

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
  const contact = noteContact(state, answer, context.nowMs);
  const asked = { ...before, polls: before.polls + 1 };
  const watch = read(asked, answer, context, state);
  const next: WaitState = {
    ...state,
    ...contact,
    seenAtMs: context.nowMs,
    // A 429 or a Retry-After is meant for the account, not for the task that happened to meet it.
    pausedUntilMs:
      answer.kind === 'busy' || (answer.kind === 'fault' && answer.retryAfterMs !== undefined)
        ? Math.max(state.pausedUntilMs, watch.nextAskAtMs)
        : state.pausedUntilMs,
    tasks: { ...state.tasks, [taskId]: endAtDeadline(watch, answer, context.nowMs) },
  };
  return 'reason' in answer ? endIfHopeless(next, answer.reason, context.nowMs) : next;
}

function read(
  watch: TaskWatch,
  answer: TaskAnswer,
  context: ObserveContext,
  { heard, accepted }: WaitState,
): TaskWatch {
  switch (answer.kind) {
    case 'task':
      return readTask(watch, answer.task, context);
    case 'refused':
      return end({ ...watch, lastFault: answer.reason }, 'refused', context.nowMs);
    case 'notFound':
      return readNotFound({ ...watch, keyRefusals: undefined }, answer.reason, context);
    case 'keyRefused':
      return readKeyRefused(watch, answer, context, accepted);
    case 'contradiction':
      return readContradiction(watch, answer.reason, context);
    case 'silent':
      return retryLater(
        { ...watch, notFoundInRow: 0 },
        answer,
        heard === true ? context : probing(context),
      );
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
    contradictionsInRow: 0,
    keyRefusals: undefined,
  };
  const again = { ...watch, nextAskAtMs: nowMs + pollDelayMs(watch, nowMs, settings, random) };

  if (task.status === taskStatus.failed) return end(watch, 'failed', nowMs);
  if (isOtherFinal(task.status, settings)) return end(watch, 'endedOtherwise', nowMs);
  if (task.status !== taskStatus.completed) return { ...again, withoutResultInRow: 0 };
  if (resultUrl(task) !== undefined) return end(watch, 'completed', nowMs);

  // The status may be written a moment before the result is.
  const withoutResultInRow = watch.withoutResultInRow + 1;
  return withoutResultInRow >= missingResultTolerance.answers
    ? end({ ...watch, withoutResultInRow }, 'withoutResult', nowMs)
    : { ...again, withoutResultInRow };
}

/** Statuses of the contract mean what it says, whatever the user lists. */
function isOtherFinal(status: string, { otherFinalStatuses }: WaitSettings): boolean {
  if (Object.values<string>(taskStatus).includes(status)) return false;
  const plain = status.trim().toLowerCase();
  return otherFinalStatuses.some((other) => other.toLowerCase() === plain);
}

function noteProgress(watch: TaskWatch, task: Task, atMs: number): TaskWatch {
  if (typeof task.progress !== 'number' || !Number.isFinite(task.progress)) return watch;
  const point = { percent: task.progress, atMs };
  const earlier = watch.lastProgress && { earlierProgress: watch.lastProgress };
  return { ...watch, ...earlier, lastProgress: point };
}

/** The last request goes out at the deadline, so that a task that just finished is not given up. */
function endAtDeadline(watch: TaskWatch, { kind }: TaskAnswer, nowMs: number): TaskWatch {
  if (watch.outcome !== undefined) return watch;
  if (nowMs >= watch.deadlineAtMs)
    return end(
      watch,
      kind === 'keyRefused' && watch.task === undefined ? 'unauthorized' : 'timedOut',
      nowMs,
    );
  return { ...watch, nextAskAtMs: Math.min(watch.nextAskAtMs, watch.deadlineAtMs) };
}
