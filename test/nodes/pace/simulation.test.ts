import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  measurePace,
  type PaceFigures,
  type Scenario,
} from '../../../lab/simulation/pace/measurePace.ts';
import { heldOut } from '../../../lab/simulation/pace/heldOut.ts';
import { cellsOf, measurePacer, type PaceRow } from '../../../lab/simulation/pace/paceTable.ts';
import { scenarios } from '../../../lab/simulation/pace/scenarios.ts';
import { fixed } from '../../../lab/simulation/pace/senders.ts';
import { resultsUrl } from '../../../lab/simulation/table.ts';

const scenarioOf = (name: string, items: number): Scenario =>
  [...scenarios, ...heldOut].find((one) => one.name === name && one.items === items)!;

interface Goal {
  name: string;
  items: number;
  isMet(figures: PaceFigures): boolean;
}

const isQuickAndQuiet = ({ overBound, refusedShare }: PaceFigures) =>
  overBound <= 1.2 && refusedShare <= 0.03;
/** Of a small batch the start at full speed alone costs more than 3 %. */
const isQuiteQuiet = ({ overBound, refusedShare, refusedLater }: PaceFigures) =>
  overBound <= 1.2 && refusedShare <= 0.04 && refusedLater <= 0.01;

const goals: Goal[] = [
  // The first version needs 62 s.
  { name: '120/min, fixed window', items: 200, isMet: ({ overBound }) => overBound <= 1.1 },
  { name: '120/min, sliding', items: 200, isMet: ({ overBound }) => overBound <= 1.1 },
  { name: 'no limit', items: 1_000, isMet: ({ overBound }) => overBound <= 1.15 },
  { name: '20/s, token bucket', items: 200, isMet: isQuiteQuiet },
  { name: '20/s, fixed window', items: 200, isMet: isQuiteQuiet },
  { name: '20/s, token bucket', items: 1_000, isMet: isQuickAndQuiet },
  // Moments of the service are no limit, and seldom refusals of a small one are.
  {
    name: 'one every 2 s, each 9th creation refused for 2 s',
    items: 60,
    isMet: isQuickAndQuiet,
  },
  {
    name: 'each 5th creation refused for 2 s',
    items: 20,
    isMet: ({ overBound, deliveredSeconds }) => overBound <= 1.3 && deliveredSeconds <= 40,
  },
  { name: '1/s, token bucket of 5, one every 4 s', items: 60, isMet: isQuickAndQuiet },
];

/** A few of the table's rows, tuned and held out: all of them take half a minute. */
const others: Array<[string, number]> = [
  ['10 at once', 200],
  ['20/s, Retry-After twice as long', 400],
  ['20/s, 3 processes', 600],
  ['90/min, fixed window, begun in its middle', 240],
  ['12 at once, no Retry-After', 400],
];

let rows: PaceRow[];
beforeAll(async () => {
  const chosen = [...goals.map(({ name, items }) => [name, items] as const), ...others];
  rows = [];
  for (const [name, items] of chosen) rows.push(await measurePacer(scenarioOf(name, items)));
});

describe('the pacer, simulated', () => {
  it('does what the committed table says (npm run simulate writes it anew)', async () => {
    const table = (await readFile(resultsUrl, 'utf8')).replaceAll(/ +/g, ' ');
    for (const row of rows) expect(table).toContain(`| ${cellsOf(row).join(' | ')} |`);
  });

  it.each(goals)('meets its goals where the limit is $name, with $items items', (goal) => {
    const { figures } = rows.find(
      ({ scenario }) => scenario.name === goal.name && scenario.items === goal.items,
    )!;
    expect(goal.isMet(figures), JSON.stringify(figures)).toBe(true);
  });

  it('delivers every video', () => {
    for (const { scenario, figures } of rows)
      expect(figures.delivered, scenario.name).toBe(scenario.items);
  });

  it.each([1, 5, 10, 20, 50, 200, 1_000])(
    'cannot be replaced by the fixed number %i: that misses a goal',
    async (atOnce) => {
      const make = fixed(atOnce, atOnce);
      const met = await Promise.all(
        goals.map(async ({ name, items, isMet }) =>
          isMet(await measurePace(scenarioOf(name, items), make)),
        ),
      );
      expect(met).toContain(false);
    },
  );
});
