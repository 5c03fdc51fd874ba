import type { WaitItem } from './WaitItem';

/**
 * How long to wait for each task of these items, in ms by task id; one that several items name gets
 * the longest of their limits.
 */
export function timeLimits(items: readonly WaitItem[]): Map<string, number> {
  const limits = new Map<string, number>();
  for (const { taskId, timeoutMs } of items)
    if (taskId !== undefined)
      limits.set(taskId, Math.max(timeoutMs, limits.get(taskId) ?? timeoutMs));
  return limits;
}
