import type { Failure } from '../../errors/Failure';
import type { DedupStore } from '../../n8n/dedupStore';
import type { SpendingLimit } from '../order/readSpendingLimit';
import { makeFailure } from '../tell/failures';
import type { Pass } from './Pass';

/** The day or the month somewhere, such as "2026-11-23" or "2026-11". */
export function periodAt(atMs: number, per: 'day' | 'month', timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs);
  return per === 'day' ? day : day.slice(0, 'yyyy-mm'.length);
}

/**
 * Reserves a video of the limit for each row that is to be sent; of rows with the same key, one is
 * sent. The videos of a period are numbered; one is free for as long as the store does not have it.
 *
 * @param period - what the limit counts for, such as a day
 * @returns why nothing may be sent, where there are too few
 */
export async function reserveVideos(
  store: DedupStore,
  pass: Pass,
  limit: SpendingLimit,
  period: string,
): Promise<Failure | undefined> {
  const planned = [...pass.rows.entries()].filter(([, { result }]) => result.kind === 'planned');
  const wanted = new Set(planned.map(([row, { orderKey }]) => orderKey ?? row)).size;
  const own = (pass.reserved ?? []).filter((video) => video.endsWith(` of ${period}`));
  const missing = Math.max(wanted - own.length, 0);
  const taken: string[] = [];
  let first = 1;
  for (let size = missing; first <= limit.videos && taken.length < missing; size *= 2) {
    const length = Math.min(size, limit.videos - first + 1);
    const asked = Array.from({ length }, (_, at) => `video ${first + at} of ${period}`);
    taken.push(...(await store.record(asked)));
    first += size;
  }
  const isEnough = taken.length >= missing;
  await store.remove(taken.slice(isEnough ? missing : 0));
  if (!isEnough) return overLimit(wanted, own.length + taken.length, limit);
  pass.reserved = [...own, ...taken.slice(0, missing)];
  return undefined;
}

function overLimit(wanted: number, left: number, { videos, per }: SpendingLimit): Failure {
  const message = `This would make ${wanted} ${wanted === 1 ? 'video' : 'videos'}, but the Spending Limit of ${videos} per ${per} ${left === 0 ? 'is used up' : `leaves room for only ${left}`}`;
  const orWait = per === 'execution' ? '' : ` or wait until the next ${per}`;
  const instead = left === 0 ? orWait : ' or run fewer rows';
  const advice = `Raise Spending Limit in the options${instead}.`;
  return makeFailure('tooManyVideos', 'no', message, advice);
}

/** Gives back what was reserved and not ordered. What stays reserved costs nobody anything. */
export async function releaseVideos(store: DedupStore, pass: Pass): Promise<void> {
  const { reserved = [] } = pass;
  delete pass.reserved;
  await store.remove(reserved).catch(() => undefined);
}
