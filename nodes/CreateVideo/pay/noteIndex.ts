import { indexRow, indexRows, mostPages, periodNow, type Beside, type Page } from './drawPages';
import { hashOf } from './hashOf';
import { lookInto } from './lookInto';

/**
 * Who orders for a key records on which page the note of its task will be. That is at the same time a
 * second record of the claim, beside the node's own row: a worker that stalls between n8n's reading
 * and writing of one row, for longer than its turn, wipes out what others wrote there, but not in
 * both.
 */

/** The number of a page is written as digits, each an entry. */
const base = Math.sqrt(mostPages);
const digitPlaces = [1, base];
const digits = Array.from({ length: base }, (_, digit) => digit);

const markOf = (orderKey: string) => `noted ${orderKey}`;
const lostOf = (orderKey: string) => `lost ${orderKey}`;
const digitOf = (orderKey: string, place: number, digit: number) =>
  `digit ${place} ${digit} ${orderKey}`;

const entriesOf = (orderKey: string, { number }: Page): string[] => [
  markOf(orderKey),
  ...digitPlaces.map((place) => digitOf(orderKey, place, Math.floor(number / place) % base)),
];

/** Groups what belongs to orders by the period and the number of their row of the index. */
function byRow<T>(orders: Iterable<T>, keyOf: (order: T) => string): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const order of orders) {
    const number = hashOf(keyOf(order)) % indexRows;
    const group = groups.get(number);
    if (group) group.push(order);
    else groups.set(number, [order]);
  }
  return groups;
}
const ofKey = (orderKey: string) => orderKey;

/**
 * Records on which pages the notes of orders will be.
 *
 * @param pages - by key; all of one period
 * @returns keys that were recorded before
 */
export async function recordPages(
  beside: Beside,
  pages: ReadonlyMap<string, Page>,
): Promise<Set<string>> {
  const known = await Promise.all(
    Array.from(
      byRow(pages, ([orderKey]) => orderKey),
      async ([number, ofRow]) => {
        const row = indexRow(beside, ofRow[0]![1].period, number);
        const entries = ofRow.flatMap(([orderKey, page]) => entriesOf(orderKey, page));
        const fresh = await row.record(entries);
        return ofRow.map(([orderKey]) => orderKey).filter((key) => !fresh.has(markOf(key)));
      },
    ),
  );
  return new Set(known.flat());
}

/** Forgets keys that are free again. */
export async function forgetPages(beside: Beside, pages: ReadonlyMap<string, Page>): Promise<void> {
  for (const [number, ofRow] of byRow(pages, ([orderKey]) => orderKey)) {
    const row = indexRow(beside, ofRow[0]![1].period, number);
    await row.remove(ofRow.flatMap(([orderKey, page]) => entriesOf(orderKey, page)));
  }
}

/** Records of orders that nobody will hear what came of them. */
export async function recordLost(beside: Beside, orderKeys: Iterable<string>): Promise<void> {
  for (const [number, ofRow] of byRow(orderKeys, ofKey))
    await indexRow(beside, periodNow(), number).record(ofRow.map(lostOf));
}

/** Where the note of an order may be: several pages only where it was sent more than once. */
export interface Found {
  pages: Page[];
  isLost: boolean;
}

/** Finds the pages of orders. */
export async function findPages(
  beside: Beside,
  orderKeys: readonly string[],
): Promise<Map<string, Found>> {
  const found = new Map(
    orderKeys.map((key): [string, Found] => [key, { pages: [], isLost: false }]),
  );
  for (const period of [periodNow(), periodNow() - 1])
    for (const [number, ofRow] of byRow(orderKeys, ofKey)) {
      const row = indexRow(beside, period, number);
      if ((await row.count()) === 0) continue;
      const asked = ofRow.flatMap((orderKey) => [
        lostOf(orderKey),
        ...digitPlaces.flatMap((place) => digits.map((digit) => digitOf(orderKey, place, digit))),
      ]);
      const known = await lookInto(row, async (ask) => await ask(asked));
      for (const orderKey of ofRow) {
        const of = found.get(orderKey)!;
        of.isLost ||= known.has(lostOf(orderKey));
        of.pages.push(...numbersOf(orderKey, known).map((number) => ({ period, number })));
      }
    }
  return found;
}

/** All numbers that the digits of a key may stand for; none where one is missing. */
const numbersOf = (orderKey: string, known: ReadonlySet<string>): number[] =>
  digitPlaces.reduce<number[]>(
    (numbers, place) =>
      digits
        .filter((digit) => known.has(digitOf(orderKey, place, digit)))
        .flatMap((digit) => numbers.map((number) => number + digit * place)),
    [0],
  );
