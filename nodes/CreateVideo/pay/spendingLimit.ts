import type { Failure } from '../../errors/Failure';
import type { DedupStore } from '../../n8n/dedupStore';
import type { SpendingLimit } from '../order/readSpendingLimit';
import { failWith } from '../tell/failures';
import type { Pass } from './Pass';

/** The day or the month at a place, such as "2026-11-23" or "2026-11". */
export function periodAt(atMs: number, per: 'day' | 'month', timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs);
  return per === 'day' ? day : day.slice(0, 'yyyy-mm'.length);
}

/**
 * Takes a place in the limit for each row that is to be sent; of rows with the same key, one is sent.
 * A place is an entry of the store, which is free for as long as it is not recorded.
 *
 * @param period - what the limit counts for, such as a day
 * @returns why nothing may be sent, where there are too few
 */
export async function takePlaces(
  store: DedupStore,
  pass: Pass,
  limit: SpendingLimit,
  period: string,
): Promise<Failure | undefined> {
  const planned = Object.entries(pass.rows).filter(([, { result }]) => result.kind === 'planned');
  const wanted = new Set(planned.map(([row, { orderKey }]) => orderKey ?? Number(row))).size;
  const own = (pass.places ?? []).filter((place) => place.endsWith(` of ${period}`));
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
  pass.places = [...own, ...taken.slice(0, missing)];
  return undefined;
}

/** What helps besides a higher limit, when there is no place left. */
const orWait = {
  execution: '',
  day: ', or wait until tomorrow',
  month: ', or wait until next month',
};

function overLimit(wanted: number, left: number, { videos, per }: SpendingLimit): Failure {
  const message = `This would make ${wanted} ${wanted === 1 ? 'video' : 'videos'}, but the Spending Limit of ${videos} per ${per} ${left === 0 ? 'is used up' : `leaves room for only ${left}`}`;
  const advice =
    left === 0
      ? `Raise Spending Limit in the options${orWait[per]}.`
      : 'Run fewer rows, or raise Spending Limit in the options.';
  return failWith('tooManyVideos', 'no', message, advice);
}

/** Gives back the places that no video has used. One that stays taken costs nobody anything. */
export async function giveBackPlaces(store: DedupStore, pass: Pass): Promise<void> {
  const { places = [] } = pass;
  delete pass.places;
  await store.remove(places).catch(() => undefined);
}
