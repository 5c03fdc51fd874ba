import type { WaitState } from '../look/WaitState';
import { onlyOpen } from '../look/WaitState';
import { clockTime } from '../text/clockTime';
import { toHint } from '../text/toHint';

/**
 * What a person reads above the output while the execution sleeps: when the next look is, how many rows
 * came to what, and in a line for each task how far it is. The node gives out no items meanwhile: n8n's
 * canvas would add up those of all visits.
 *
 * @param untilMs - when n8n's timer wakes the execution
 * @param timeZone - that of the workflow
 */
export function describeSleep(
  state: WaitState,
  { summary, lines }: { summary: string; lines: readonly string[] },
  nowMs: number,
  untilMs: number,
  timeZone?: string,
): string {
  const due = Object.values(onlyOpen(state).tasks).map(({ nextAskAtMs }) => nextAskAtMs);
  // What is due already is looked at now.
  const nextMs = Math.max(nowMs, Math.min(untilMs, ...due));
  const [videos, ids] = lines.length === 1 ? ['the video', 'its ID'] : ['the videos', 'their IDs'];
  const told = [
    `Asleep since ${clockTime(nowMs, timeZone)}.`,
    summary,
    `Next check at ${clockTime(nextMs, timeZone)}.`,
    `Stopping the execution doesn’t stop ${videos}; you’ll find ${ids} at the input.`,
  ];
  return toHint([told.filter(Boolean).join(' '), ...lines]);
}
