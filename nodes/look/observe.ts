import type { Task } from '../generated/types';
import { endOf } from '../tasks/endOf';
import { resultUrl } from '../tasks/resultUrl';
import type { TaskAnswer } from './TaskAnswer';
import type { Contact, TaskWait } from './WaitState';
import { lookDelayMs } from './howOften';
import { keepOpen } from './keepOpen';
import { probing, readContradiction, readKeyRefused, readNotFound, retryLater } from './readFaults';
import { missingResultTolerance } from './settings';
import { end } from './startWait';
import type { ObserveContext } from './ObserveContext';

/**
 * What an answer means for its task alone: it is finished, or has a time for its next request.
 *
 * @param contact - what earlier answers, to all tasks, told of the address and the key
 */
export function observeTask(
  before: TaskWait,
  answer: TaskAnswer,
  context: ObserveContext,
  { heard, accepted }: Contact,
): TaskWait {
  const watch = { ...before, polls: before.polls + 1 };
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

function readTask(before: TaskWait, task: Task, context: ObserveContext): TaskWait {
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
  const delayMs = lookDelayMs(watch, nowMs, settings, random);
  const again = {
    ...watch,
    task: keepOpen(task),
    nextAskAtMs: nowMs + delayMs,
  };

  const ending = endOf(task.status);
  if (ending === 'failed') return end(watch, 'failed', nowMs);
  if (ending === undefined) return { ...again, withoutResultInRow: 0 };
  if (resultUrl(task) !== undefined) return end(watch, 'completed', nowMs);

  // The status may be written a moment before the result is.
  const withoutResultInRow = watch.withoutResultInRow + 1;
  return withoutResultInRow >= missingResultTolerance.answers
    ? end({ ...watch, withoutResultInRow }, 'withoutResult', nowMs)
    : { ...again, withoutResultInRow };
}

function noteProgress(taskWait: TaskWait, task: Task, atMs: number): TaskWait {
  if (typeof task.progress !== 'number' || !Number.isFinite(task.progress)) return taskWait;
  const point = { percent: task.progress, atMs };
  const { firstProgress = point, lastProgress } = taskWait;
  const earlier = lastProgress && { earlierProgress: lastProgress };
  return { ...taskWait, firstProgress, ...earlier, lastProgress: point };
}

/** The last request goes out at the deadline, so that a task that just finished is not given up. */
export function endAtDeadline(taskWait: TaskWait, { kind }: TaskAnswer, nowMs: number): TaskWait {
  if (taskWait.outcome !== undefined) return taskWait;
  if (nowMs >= taskWait.deadlineAtMs)
    return end(
      taskWait,
      kind === 'keyRefused' && taskWait.task === undefined ? 'unauthorized' : 'timedOut',
      nowMs,
    );
  return { ...taskWait, nextAskAtMs: Math.min(taskWait.nextAskAtMs, taskWait.deadlineAtMs) };
}
