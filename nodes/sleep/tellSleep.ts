import { clockTime } from '../text/clockTime';
import { toHint } from '../text/toHint';
import type { TaskWait, WaitState } from '../look/WaitState';
import { describeProgress } from '../look/describeFailure';

/**
 * What a person reads above the output while the execution sleeps: when the next look is, and in a
 * line for each task how far it is. The node gives out no items meanwhile: n8n's canvas would add up
 * those of all visits.
 *
 * @param untilMs - when n8n's timer wakes the execution
 * @param timeZone - that of the workflow
 */
export function describeSleep(
  { tasks }: WaitState,
  nowMs: number,
  untilMs: number,
  timeZone?: string,
): string {
  const all = Object.entries(tasks);
  const open = all.filter(([, { outcome }]) => outcome === undefined);
  const nextMs = Math.min(untilMs, ...open.map(([, { nextAskAtMs }]) => nextAskAtMs));
  const [videos, ids] = all.length === 1 ? ['the video', 'its ID'] : ['the videos', 'their IDs'];
  const summary = [
    `Asleep since ${clockTime(nowMs, timeZone)}.`,
    ...(all.length > 1 ? [`${all.length - open.length} of ${all.length} tasks have ended.`] : []),
    `Next check at ${clockTime(nextMs, timeZone)}.`,
    `Stopping the execution doesn’t stop ${videos}; you’ll find ${ids} at the input.`,
  ].join(' ');
  return toHint([summary, ...all.map(describeTask)]);
}

function describeTask([taskId, taskWait]: [string, TaskWait]): string {
  const isNew = taskWait.polls === 0 && taskWait.task === undefined;
  return isNew ? taskId : `${taskId}: ${describeProgress(taskWait)}`;
}
