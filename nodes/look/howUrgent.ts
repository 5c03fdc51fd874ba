import type { Urgency } from '../pace/urgency';
import { foreseenEndMs } from './howOften';
import type { WaitSettings } from './settings';
import type { TaskWait } from './WaitState';

/** So that n8n has time for others when thousands of tasks are due at the same moment. */
export const mostStartsPerTurn = 100;

/** How long to wait for an answer at most. */
export const longestTimeoutMs = 30_000;

// A request that starts at the deadline still gets the time that an answer usually takes.
const shortestTimeoutMs = 5_000;

/** How long to wait for the answer to a look at this task. */
export function requestTimeoutMs({ deadlineAtMs }: TaskWait, nowMs: number): number {
  return Math.min(Math.max(deadlineAtMs - nowMs, shortestTimeoutMs), longestTimeoutMs);
}

/** How soon a look at this task wants to be sent when there are more than the service takes. */
export function urgencyOf(
  taskWait: TaskWait,
  nowMs: number,
  { intervalMs }: Pick<WaitSettings, 'intervalMs'>,
): Urgency {
  if (nowMs >= taskWait.deadlineAtMs) return 'lastLook';
  // Nothing is known of it, so it may have ended long ago.
  if (taskWait.polls === 0 && taskWait.earlierProgress === undefined) return 'likelyEnd';
  return foreseenEndMs(taskWait) - nowMs <= intervalMs ? 'likelyEnd' : 'routine';
}
