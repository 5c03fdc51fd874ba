import { drawnSeeds, drawScenario } from './drawn.ts';
import { beginsAlike, leastOverBound, type Watched } from './frontier.ts';
import { heldOut, otherSeeds, spreadOver } from './heldOut.ts';
import { measurePace, type PaceFigures, type Scenario } from './measurePace.ts';
import { scenarios } from './scenarios.ts';
import { allAtOnce, fixed, paced, type MakeSender } from './senders.ts';

const contenders: Record<string, MakeSender> = {
  pacer: paced,
  'first version': fixed(10, 10),
  'all at once': allAtOnce,
};

export interface PaceRow {
  scenario: Scenario;
  contender: string;
  figures: PaceFigures;
}

/** The pacer in one scenario. */
export const measurePacer = async (scenario: Scenario): Promise<PaceRow> => ({
  ...{ scenario, contender: 'pacer' },
  figures: await measurePace(scenario, paced),
});

/** Every contender in every scenario. */
async function measureAllPaces(of: readonly Scenario[]): Promise<PaceRow[]> {
  const rows: PaceRow[] = [];
  for (const scenario of of)
    for (const [contender, make] of Object.entries(contenders))
      rows.push({ scenario, contender, figures: await measurePace(scenario, make) });
  return rows;
}

/** The pacer in one scenario, with one seed after another. */
interface Spread {
  scenario: Scenario;
  figures: PaceFigures[];
}

/** How much of the tuned rows is chance. */
async function measureSpread(): Promise<Spread[]> {
  const spreads: Spread[] = [];
  for (const scenario of spreadOver) {
    const figures: PaceFigures[] = [];
    for (const seed of otherSeeds) figures.push(await measurePace({ ...scenario, seed }, paced));
    spreads.push({ scenario, figures });
  }
  return spreads;
}

/** The pacer in scenarios that chance has drawn, those that took it the longest over the bound first. */
async function measureDrawn(seeds: readonly number[]): Promise<PaceRow[]> {
  const rows: PaceRow[] = [];
  for (const seed of seeds) rows.push(await measurePacer(drawScenario(seed)));
  return rows.sort((one, other) => other.figures.overBound - one.figures.overBound);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const ratio = (value: number) => value.toFixed(2);

/** One line of the table, as its cells. */
export function cellsOf({ scenario, contender, figures }: PaceRow): string[] {
  const { items, name, processes = 1 } = scenario;
  const { created, createdSeconds, delivered, deliveredSeconds } = figures;
  const all = created === items;
  return [
    name,
    `${items}`,
    contender,
    all ? `${createdSeconds.toFixed(1)} s` : `only ${created}`,
    all ? ratio(figures.overBound) : '-',
    all ? ratio(figures.overLearner) : '-',
    `${delivered}`,
    delivered > 0 ? `${deliveredSeconds.toFixed(0)} s` : '-',
    percent(figures.refusedShare),
    percent(figures.refusedLater),
    processes > 1 && all ? ratio(figures.fairness) : '-',
  ];
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

const head = `| limit | items | contender | created | over bound | over learner's | delivered | after | refused | later | fairness |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`;

const table = (rows: PaceRow[]) => `${head}\n${rows.map((row) => line(cellsOf(row))).join('\n')}`;

/** Least, median and most. */
function range(values: number[], write: (value: number) => string): string {
  const sorted = values.sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  return `${write(sorted[0]!)} / ${write(middle)} / ${write(sorted.at(-1)!)}`;
}

const overAll = (
  figures: PaceFigures[],
  pick: (one: PaceFigures) => number,
  write: (value: number) => string,
) => range(figures.map(pick), write);

function spreadLine({ scenario, figures }: Spread): string {
  const { name, items, processes = 1 } = scenario;
  return line([
    name,
    `${items}`,
    overAll(figures, ({ overBound }) => overBound, ratio),
    overAll(figures, ({ refusedShare }) => refusedShare, percent),
    overAll(figures, ({ refusedLater }) => refusedLater, percent),
    processes > 1 ? overAll(figures, ({ fairness }) => fairness, ratio) : '-',
    figures.every(({ delivered }) => delivered === items) ? 'yes' : 'no',
  ]);
}

/** The pacer's figures over all rows, as least / median / most. */
function summarize(rows: PaceRow[]): string {
  const own = rows.filter(({ contender }) => contender === 'pacer');
  const figures = own.map((row) => row.figures);
  const met = (goal: (one: PaceFigures) => boolean) =>
    `${figures.filter(goal).length} of ${own.length}`;
  const delivered = own.filter(({ scenario, figures }) => figures.delivered === scenario.items);
  return [
    `over bound ${overAll(figures, ({ overBound }) => overBound, ratio)} (at most 1.2 in ${met(({ overBound }) => overBound <= 1.2)})`,
    `over the learner's ${overAll(figures, ({ overLearner }) => overLearner, ratio)} (at most 1.2 in ${met(({ overLearner }) => overLearner <= 1.2)})`,
    `refused ${overAll(figures, ({ refusedShare }) => refusedShare, percent)} (at most 3 % in ${met(({ refusedShare }) => refusedShare <= 0.03)})`,
    `refused later ${overAll(figures, ({ refusedLater }) => refusedLater, percent)} (at most 3 % in ${met(({ refusedLater }) => refusedLater <= 0.03)})`,
    `all videos delivered in ${delivered.length} of ${own.length}`,
  ].join('; ');
}

const refusedShares = [0.03, 0.04, 0.05, 0.06, 0.08, 0.1];

/** What no pacer could do, whatever it does. */
function frontier(rows: PaceRow[]): string {
  const own = rows.filter(({ contender }) => contender === 'pacer');
  const alike = own.filter(({ scenario }) => beginsAlike(scenario));
  const { scenario: unlimited } = own.find(({ scenario }) => scenario.name === 'no limit')!;
  const watched = alike.map(({ scenario, figures: { taken } }) => ({ scenario, taken }));
  const leastOver = (of: Watched[]) =>
    refusedShares.map((share) => ratio(leastOverBound(unlimited, share, of)));
  const alone = watched.filter(({ scenario: { processes = 1 } }) => processes === 1);
  return `Until its first refusal is heard, a limit looks like none. So whoever is as quick as can be where there is none has sent too much where there is one. Over the ${watched.length} tuned rows that begin alike (all at once, 200 ms latency), this is the least time over the bound in which anybody at all can create ${unlimited.items} items without a limit, if in each of these rows at most a share of the requests may be refused, and not one of them later than in this start:

${line(['refused in each row, at most', ...refusedShares.map(percent)])}
${line(['---', ...refusedShares.map(() => '---')])}
${line([`the ${alone.length} rows with one process`, ...leastOver(alone)])}
${line(['all of them', ...leastOver(watched)])}`;
}

/** The tables as Markdown, not yet laid out. */
export async function measurePaces(): Promise<string> {
  const tuned = await measureAllPaces(scenarios);
  const others = await measureAllPaces(heldOut);
  const drawn = await measureDrawn(drawnSeeds.heldOut);
  const drawnToTune = await measureDrawn(drawnSeeds.tuned);
  const spreads = await measureSpread();
  return `# Finding the pace, simulated

Made by \`npm run simulate\` from the built pacer, in virtual time. n8n spends 4 ms of its thread on each request and the service answers after 200 ms, refusals too, where the name says nothing else. "Created" is the time until all items are created, and "over bound" the same over the least that the limit and n8n's thread allow to who knows the limit. "Over learner's" is over the least for who doesn't: it starts at full speed, hears of its first refusal one round trip later, waits as long as that one asks, and knows all from then on. Then each task, which takes 20 s, is looked at every 5 s until it is delivered: "refused" is the share of 429 among all these requests, "later" the same without those that the learner's start costs, "delivered" how many videos came out, and after how long the last of them. "First version" sends ten requests at once and pauses at a 429; "all at once" is the loop that people build by hand, which loses what is refused. "Fairness" is the least of Jain's index over what several processes got of one limit in any 30 s in which all had work: 1 when all got the same.

The pacer, as least / median / most of the rows:

- Tuned: ${summarize(tuned)}.
- Held out: ${summarize(others)}.
- Drawn by chance, tuned: ${summarize(drawnToTune)}.
- Drawn by chance, held out: ${summarize(drawn)}.

${table(tuned)}

## What nobody can have at once

${frontier(tuned)}

## Held out

The constants of the pacer were chosen on the table above, with its seeds, so that table flatters them. In this one nothing was tuned: other limits, latencies, batches, processes and seeds, and half of the latency on the way to the service. Each row was simulated after the pacer was done.

${table(others)}

## Drawn by chance

Nobody has chosen these: kind of limit, latency, Retry-After, batch and processes are drawn by a seed (\`lab/simulation/pace/drawn.ts\`). Those of seeds ${drawnSeeds.tuned[0]} to ${drawnSeeds.tuned.at(-1)} were looked at while the pacer was tuned, those of ${drawnSeeds.heldOut[0]} to ${drawnSeeds.heldOut.at(-1)} were not. The held out ones in which it took the longest over the bound:

${table(drawn.slice(0, 15))}

## Chance

How much of the tuned rows is chance: the pacer with ${otherSeeds.length} other seeds, as least / median / most.

| limit | items | over bound | refused | later | fairness | all delivered |
| --- | --- | --- | --- | --- | --- | --- |
${spreads.map(spreadLine).join('\n')}
`;
}
