import type { IExecuteFunctions } from 'n8n-workflow';
import { clockTime } from '../text/clockTime';
import type { TaskWait, WaitState } from '../look/WaitState';
import { describeProgress } from '../look/describeFailure';

/** n8n shows a hint as HTML. */
export const newLine = '<br>';

/** A sleep that begins. Times in ms since the epoch. */
export interface Sleep {
  nowMs: number;
  /** When n8n's timer wakes the execution. */
  untilMs: number;
  /** That of the workflow. */
  timeZone?: string | undefined;
}

/**
 * Tells above the output how far the tasks are when the execution goes to sleep. Nothing is given out
 * meanwhile: n8n's canvas would add up the items of all visits.
 */
export function tellSleep(context: IExecuteFunctions, state: WaitState, sleep: Sleep): void {
  const timeZone = context.getTimezone?.();
  const message = describeSleep(state, { ...sleep, timeZone });
  context.addExecutionHints?.({ type: 'info', location: 'outputPane', message });
}

/** When the next look is, and in a line for each task how far it is and how often it was looked at. */
export function describeSleep({ tasks }: WaitState, { nowMs, untilMs, timeZone }: Sleep): string {
  const all = Object.entries(tasks);
  const open = all.filter(([, { outcome }]) => outcome === undefined);
  const soonestMs = open.reduce(
    (first, [, taskWait]) => Math.min(first, taskWait.nextAskAtMs),
    Infinity,
  );
  const nextMs = Math.min(soonestMs, untilMs);
  const [videos, ids] = all.length === 1 ? ['the video', 'its ID'] : ['the videos', 'their IDs'];
  const summary = [
    `Asleep since ${clockTime(nowMs, timeZone)}.`,
    ...(all.length > 1 ? [`${all.length - open.length} of ${all.length} tasks have ended.`] : []),
    `Next check at ${clockTime(nextMs, timeZone)}.`,
    `Stopping the execution doesn’t stop ${videos}: copy ${ids} before you do.`,
  ].join(' ');
  return [summary, ...all.map(describeTask)].join(newLine);
}

function describeTask([taskId, taskWait]: [string, TaskWait]): string {
  const isNew = taskWait.polls === 0 && taskWait.task === undefined;
  const seen = isNew ? '' : `${describeProgress(taskWait)}, `;
  return `${taskId}: ${seen}${describeLooks(taskWait.polls)}`;
}

function describeLooks(looks: number): string {
  if (looks === 0) return 'not checked yet';
  return looks === 1 ? 'checked once' : `checked ${looks} times`;
}
