import type { IExecuteFunctions } from 'n8n-workflow';
import { onlyOpen, type WaitState } from '../look/WaitState';
import { clockTime, toHint } from '../text/phrases';

/** Tells a person something above the node's output; nothing if the message is empty. */
export function hintAtOutput(context: IExecuteFunctions, message: string): void {
  if (message === '') return;
  context.addExecutionHints?.({ type: 'info', location: 'outputPane', message });
}

/**
 * What a person reads above the output while the execution sleeps. The node gives out no items meanwhile:
 * n8n's canvas would add up those of all visits.
 *
 * @param untilMs - when n8n's timer wakes the execution
 * @param timeZone - the workflow's
 */
export function describeSleep(
  state: WaitState,
  { summary, lines }: { summary: string; lines: readonly string[] },
  nowMs: number,
  untilMs: number,
  timeZone?: string,
): string {
  const due = Object.values(onlyOpen(state).tasks).map(({ nextAskAtMs }) => nextAskAtMs);
  const nextMs = Math.min(untilMs, ...due);
  const videos = lines.length === 1 ? 'the video' : 'the videos';
  const told = [
    `Asleep since ${clockTime(nowMs, timeZone)}.`,
    summary,
    nextMs <= nowMs ? 'Checking again now.' : `Next check at ${clockTime(nextMs, timeZone)}.`,
    `Stopping the execution doesn’t stop ${videos}.`,
  ];
  return toHint([told.filter(Boolean).join(' '), ...lines]);
}

/** n8n logs an error about a longer value. */
const mostCharacters = 255;
const andMore = '…';

/**
 * Notes the tasks of a sleeping execution in its custom data, which n8n stores apart from it, and keeps
 * where it loses the rest in queue mode.
 */
export function noteInCustomData(
  // Older versions of n8n have none.
  { customData }: Partial<Pick<IExecuteFunctions, 'customData'>>,
  taskIds: readonly string[],
): void {
  customData?.set('video_tasks', packTaskIds(taskIds));
}

/** As many IDs as fit; ends with "…" if some did not. */
export function packTaskIds(taskIds: readonly string[]): string {
  const all = taskIds.join(', ');
  if (all.length <= mostCharacters) return all;
  const fitting = all.slice(0, mostCharacters - andMore.length);
  return fitting.slice(0, fitting.lastIndexOf(' ') + 1) + andMore;
}
