import type { IExecuteFunctions } from 'n8n-workflow';
import { clockTime } from '../text/clockTime';
import type { TaskWatch, WaitState } from '../waiting/watch';
import { describeWatch } from './showProgress';

const mostTasksNamed = 5;

/** A sleep that begins. Times in ms since the epoch. */
export interface Sleep {
  nowMs: number;
  /** When n8n's timer wakes the execution. */
  untilMs: number;
  /** Whether the tasks are asked for meanwhile. */
  isWatched: boolean;
  /** That of the workflow. */
  timeZone?: string | undefined;
}

/** Tells above the output how far the tasks are when the execution goes to sleep. */
export function tellSleep(context: IExecuteFunctions, state: WaitState, sleep: Sleep): void {
  const timeZone = context.getTimezone?.();
  const message = describeSleep(state, { ...sleep, timeZone });
  context.addExecutionHints?.({ type: 'info', location: 'outputPane', message });
}

/** How far the tasks are, how often each was looked at, and when the next look is. */
export function describeSleep(
  { tasks, pausedUntilMs }: WaitState,
  { nowMs, untilMs, isWatched, timeZone }: Sleep,
): string {
  const all = Object.entries(tasks);
  const open = all.filter(([, { outcome }]) => outcome === undefined);
  const named = open.slice(0, mostTasksNamed).map(describeOpen);
  const left = open.length - named.length;
  const soonestMs = open.reduce((first, [, watch]) => Math.min(first, watch.nextAskAtMs), Infinity);
  const nextMs = isWatched ? Math.min(Math.max(soonestMs, pausedUntilMs), untilMs) : untilMs;
  return [
    `Went to sleep at ${clockTime(nowMs, timeZone)}. `,
    all.length > 1 ? `${all.length - open.length} of ${all.length} tasks have ended. ` : '',
    named.join('; '),
    left > 0 ? `; and ${left} more` : '',
    `. The next look is at ${clockTime(nextMs, timeZone)}.`,
  ].join('');
}

function describeLooks(looks: number): string {
  if (looks === 0) return 'not looked at yet';
  return looks === 1 ? 'looked at once' : `looked at ${looks} times`;
}

function describeOpen([taskId, watch]: [string, TaskWatch]): string {
  const isNew = watch.polls === 0 && watch.task === undefined;
  const seen = isNew ? '' : `${describeWatch(watch)}, `;
  return `Task ${taskId}: ${seen}${describeLooks(watch.polls)}`;
}
