import { keyOf, type WaitItem } from './WaitItem';

/**
 * How long to wait for each task of these items, in ms by the key of the task; one that several items name gets
 * the longest of their limits.
 */
export function timeLimits(items: readonly WaitItem[]): Map<string, number> {
  const limits = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined || item.timeoutMs === undefined) continue;
    limits.set(key, Math.max(item.timeoutMs, limits.get(key) ?? item.timeoutMs));
  }
  return limits;
}
