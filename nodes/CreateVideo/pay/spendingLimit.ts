import type { Failure } from '../../errors/Failure';
import type { DedupStore } from '../../n8n/dedupStore';
import type { SpendingLimit } from '../order/SpendingLimit';

/** The day or the month at a place, such as "2026-11-23" or "2026-11". */
export function periodAt(atMs: number, per: 'day' | 'month', timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs);
  return per === 'day' ? day : day.slice(0, 'yyyy-mm'.length);
}

/**
 * Takes places among those that a period has, one for each video: entries of the store, that are
 * free for as long as they are not recorded.
 *
 * @returns the places, or how many are left where they are too few
 */
export async function takePlaces(
  store: DedupStore,
  period: string,
  count: number,
  most: number,
): Promise<{ places: string[] } | { left: number }> {
  const taken: string[] = [];
  let first = 1;
  for (let size = count; first <= most && taken.length < count; size *= 2) {
    const length = Math.min(size, most - first + 1);
    const asked = Array.from({ length }, (_, at) => `video ${first + at} of ${period}`);
    taken.push(...(await store.record(asked)));
    first += size;
  }
  const isEnough = taken.length >= count;
  await store.remove(taken.slice(isEnough ? count : 0));
  return isEnough ? { places: taken.slice(0, count) } : { left: taken.length };
}

/** Why nothing of a batch is sent: it has more rows than the limit has room for. */
export function overLimit(wanted: number, left: number, { videos, per }: SpendingLimit): Failure {
  const advice = 'Run fewer rows, or raise Spending Limit in the options.';
  const room = left === 0 ? 'none' : `only ${left}`;
  return {
    reason: 'tooManyVideos',
    message: `This would make ${wanted} ${wanted === 1 ? 'video' : 'videos'}, but the Spending Limit of ${videos} per ${per} leaves room for ${room}`,
    description: `Nothing was charged for ${wanted === 1 ? 'it' : 'them'}. ${advice}`,
    advice,
    paid: 'no',
  };
}
