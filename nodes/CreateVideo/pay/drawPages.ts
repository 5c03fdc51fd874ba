import type { StoreRow } from '../../n8n/storeRows';

/** Rows beside a node's own, by name. */
export type Beside = (name: string, maxEntries?: number) => StoreRow;

/** Where notes are: a row of the store, that some orders share. */
export interface Page {
  /** Which of the periods of `periodMs`. */
  period: number;
  number: number;
}

/** Rows take new entries for a period, are read for another, and are dropped then. */
const periodMs = 30 * 24 * 60 * 60_000;
export const periodNow = () => Math.floor(Date.now() / periodMs);

/** Then the first one is drawn again: with single orders that is after some 30,000 in a period. */
export const mostPages = 1_024;

/** Keys are spread over so many rows of the index: one order touches a short row, a batch all. */
export const indexRows = 4;
const mostEntriesOfIndex = 24_000;
const mostEntriesOfPage = 40_000;

export const indexRow = (beside: Beside, period: number, number: number) =>
  beside(`index ${period} ${number}`, mostEntriesOfIndex);
export const pageRow = (beside: Beside, { period, number }: Page) =>
  beside(`tasks ${period} ${number}`, mostEntriesOfPage);
const drawnRow = (beside: Beside, period: number) => beside(`drawn ${period}`);

/** Draws pages that nobody writes on, until all are drawn. To be called in turn. */
export async function drawPages(beside: Beside, count: number): Promise<Page[]> {
  if (count === 0) return [];
  const period = periodNow();
  const drawn = drawnRow(beside, period);
  const before = await drawn.count();
  const places = Array.from({ length: count }, (_, at) => before + at);
  await drawn.record(places.map((place) => `page ${place}`));
  if (before === 0) await dropPeriod(beside, period - 2);
  return places.map((place) => ({ period, number: place % mostPages }));
}

async function dropPeriod(beside: Beside, period: number): Promise<void> {
  const drawn = drawnRow(beside, period);
  const pages = Math.min(mostPages, await drawn.count());
  for (let number = 0; number < pages; number++) await pageRow(beside, { period, number }).drop();
  if (pages === 0) return;
  for (let number = 0; number < indexRows; number++) await indexRow(beside, period, number).drop();
  await drawn.drop();
}
