import { setNewest } from '../../memory/setNewest';
import type { OrderStore } from './orderStore';

/** The first place of a day that may be free, by store and day. It only saves questions. */
const firstFree = new Map<string, number>();
const mostRemembered = 1_000;

/** A day's videos as entries of the store: one for each place that the limit has. */
const nameOf = (day: string, place: number) => `video ${place} of ${day}`;

/** The day at a place, such as "2026-11-23". */
export const dayAt = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs);

/**
 * Takes places among those that a day has, one per video.
 *
 * @param most - the day's limit
 * @returns the entries of the places, or how many are left where they are too few
 */
export async function takePlaces(
  store: OrderStore,
  day: string,
  count: number,
  most: number,
): Promise<{ places: string[] } | { left: number }> {
  const memory = `${store.place} ${day}`;
  const start = Math.min(firstFree.get(memory) ?? 1, most + 1);
  const taken: number[] = [];
  let size = count;
  // What others gave back may lie before the first that seems free.
  for (const [from, to] of [
    [start, most],
    [1, start - 1],
  ] as const) {
    for (let first = from; first <= to && taken.length < count; first += size) {
      if (first > from) size *= 2;
      const end = Math.min(to, first + size - 1);
      const asked = Array.from({ length: end - first + 1 }, (_, at) => first + at);
      const claimed = await store.take(asked.map((place) => nameOf(day, place)));
      taken.push(...asked.filter((place) => claimed.has(nameOf(day, place))));
    }
  }
  const isEnough = taken.length >= count;
  const back = taken.slice(isEnough ? count : 0);
  await store.giveBack(back.map((place) => nameOf(day, place)));
  if (!isEnough) return { left: taken.length };
  const places = taken.slice(0, count);
  setNewest(firstFree, memory, places.at(-1)! + 1, mostRemembered);
  return { places: places.map((place) => nameOf(day, place)) };
}
