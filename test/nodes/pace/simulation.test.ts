import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { layOut } from '../../simulation/layOut.ts';
import { measurePace, type PaceFigures, type Scenario } from '../../simulation/pace/measurePace.ts';
import { heldOut, otherSeeds } from '../../simulation/pace/heldOut.ts';
import {
  heldOutMarkdown,
  measureAllPaces,
  measureSpread,
  paceMarkdown,
  type PaceRow,
} from '../../simulation/pace/paceTable.ts';
import { scenarios } from '../../simulation/pace/scenarios.ts';
import { fixed, paced, type MakeSender } from '../../simulation/pace/senders.ts';
import { resultsUrl } from '../../simulation/table.ts';

let rows: PaceRow[];
beforeAll(async () => void (rows = await measureAllPaces()));

const figuresOf = (name: string, contender: string, items?: number) =>
  rows.find(
    (row) =>
      row.contender === contender &&
      row.scenario.name === name &&
      (items === undefined || row.scenario.items === items),
  )!.figures;

interface Goal {
  name: string;
  items: number;
  isMet(figures: PaceFigures): boolean;
}

const goals: Goal[] = [
  // The first version needs 62 s.
  { name: '120/min, fixed window', items: 200, isMet: ({ overBound }) => overBound <= 1.1 },
  { name: '120/min, sliding', items: 200, isMet: ({ overBound }) => overBound <= 1.1 },
  { name: 'no limit', items: 1_000, isMet: ({ overBound }) => overBound <= 1.15 },
  {
    name: '20/s, token bucket',
    items: 200,
    isMet: ({ overBound, refusedShare }) => overBound <= 1.2 && refusedShare <= 0.03,
  },
  {
    name: '20/s, token bucket',
    items: 1_000,
    isMet: ({ overBound, refusedShare }) => overBound <= 1.2 && refusedShare <= 0.03,
  },
];

describe('the pacer, simulated', () => {
  it('does what the committed table says (npm run simulate writes it anew)', async () => {
    expect(await readFile(resultsUrl, 'utf8')).toContain(await layOut(paceMarkdown(rows)));
  });

  it.each(goals)('meets its goals where the limit is $name, with $items items', (goal) => {
    const figures = figuresOf(goal.name, 'pacer', goal.items);
    expect(goal.isMet(figures), JSON.stringify(figures)).toBe(true);
  });

  it('delivers every video in every scenario', () => {
    const lost = rows.filter(
      ({ contender, scenario, figures }) =>
        contender === 'pacer' && figures.delivered < scenario.items,
    );
    expect(lost).toEqual([]);
  });

  it('delivers every video on services that it was not tuned on, and does what is said of that', async () => {
    const others = await measureAllPaces(heldOut);
    for (const { contender, scenario, figures } of others)
      if (contender === 'pacer') expect(figures.delivered, scenario.name).toBe(scenario.items);
    const said = await layOut(heldOutMarkdown(rows, others, await measureSpread()));
    expect(await readFile(resultsUrl, 'utf8')).toContain(said);
  });

  it.each(scenarios.filter(({ processes }) => processes !== undefined))(
    'shares one limit among processes, in any half minute: $name',
    async (scenario) => {
      // Chance decides much of it with a single seed.
      const figures = await Promise.all(
        otherSeeds.slice(0, 4).map((seed) => measurePace({ ...scenario, seed }, paced)),
      );
      const fairness = figures.reduce((sum, one) => sum + one.fairness, 0) / figures.length;
      expect(fairness).toBeGreaterThan(0.75);
    },
  );

  it.each([1, 5, 10, 20, 50, 200, 1_000])(
    'cannot be replaced by the fixed number %i: that misses a goal',
    async (atOnce) => {
      const make: MakeSender = fixed(atOnce, atOnce);
      const scenarioOf = ({ name, items }: Goal) =>
        scenarios.find((one: Scenario) => one.name === name && one.items === items)!;
      const met = await Promise.all(
        goals.map(async (goal) => goal.isMet(await measurePace(scenarioOf(goal), make))),
      );
      expect(met).toContain(false);
    },
  );
});
