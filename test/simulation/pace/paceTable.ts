import { measurePace, type PaceFigures, type Scenario } from './measurePace.ts';
import { otherSeeds, spreadOver } from './heldOut.ts';
import { scenarios } from './scenarios.ts';
import { allAtOnce, fixed, paced, type MakeSender } from './senders.ts';

const contenders: Record<string, MakeSender> = {
  pacer: paced,
  'first version': fixed(10, 10),
  '50 at once': fixed(50, 50),
  'all at once': allAtOnce,
};

export interface PaceRow {
  scenario: Scenario;
  contender: string;
  figures: PaceFigures;
}

/** Every contender in every scenario. */
export async function measureAllPaces(of: readonly Scenario[] = scenarios): Promise<PaceRow[]> {
  const rows: PaceRow[] = [];
  for (const scenario of of)
    for (const [contender, make] of Object.entries(contenders))
      rows.push({ scenario, contender, figures: await measurePace(scenario, make) });
  return rows;
}

/** The pacer in one scenario, with one seed after another. */
export interface Spread {
  scenario: Scenario;
  figures: PaceFigures[];
}

/** How much of the tuned rows is chance. */
export async function measureSpread(): Promise<Spread[]> {
  const spreads: Spread[] = [];
  for (const scenario of spreadOver) {
    const figures: PaceFigures[] = [];
    for (const seed of otherSeeds) figures.push(await measurePace({ ...scenario, seed }, paced));
    spreads.push({ scenario, figures });
  }
  return spreads;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function line({ scenario, contender, figures }: PaceRow): string {
  const { items, name, processes = 1 } = scenario;
  const { created, createdSeconds, overBound, delivered, deliveredSeconds } = figures;
  const all = created === items;
  return `| ${[
    name,
    items,
    contender,
    all ? `${createdSeconds.toFixed(1)} s` : `only ${created}`,
    all ? overBound.toFixed(2) : '-',
    delivered,
    delivered > 0 ? `${deliveredSeconds.toFixed(0)} s` : '-',
    percent(figures.refusedShare),
    processes > 1 && all ? figures.fairness.toFixed(2) : '-',
  ].join(' | ')} |`;
}

const head = `| limit | items | contender | created | over bound | delivered | after | refused | fairness |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |`;

/** Least, median and most. */
function range(values: number[], write: (value: number) => string): string {
  const sorted = values.sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  return `${write(sorted[0]!)} / ${write(middle)} / ${write(sorted.at(-1)!)}`;
}

function spreadLine({ scenario, figures }: Spread): string {
  const { name, items, processes = 1 } = scenario;
  const over = (pick: (one: PaceFigures) => number, write: (value: number) => string) =>
    range(figures.map(pick), write);
  const ratio = (value: number) => value.toFixed(2);
  return `| ${[
    name,
    items,
    over(({ overBound }) => overBound, ratio),
    over(({ refusedShare }) => refusedShare, percent),
    processes > 1 ? over(({ fairness }) => fairness, ratio) : '-',
    figures.every(({ delivered }) => delivered === items) ? 'yes' : 'no',
  ].join(' | ')} |`;
}

/** The pacer's figures over all rows, as least / median / most. */
function summarize(rows: PaceRow[]): string {
  const own = rows.filter(({ contender }) => contender === 'pacer');
  const delivered = own.filter(({ scenario, figures }) => figures.delivered === scenario.items);
  const bounds = range(
    own.map(({ figures }) => figures.overBound),
    (value) => value.toFixed(2),
  );
  const refused = range(
    own.map(({ figures }) => figures.refusedShare),
    percent,
  );
  return `over bound ${bounds}, refused ${refused}, all videos delivered in ${delivered.length} of ${own.length}`;
}

/** The tables of what the pacer was not tuned on, not yet laid out. */
export const heldOutMarkdown = (
  tuned: PaceRow[],
  rows: PaceRow[],
  spreads: Spread[],
) => `## Held out

The constants of the pacer were chosen on the table above, with its one seed, so that table flatters them. In this one nothing was tuned: other limits, latencies, batches, processes and seeds, each row simulated after the pacer was done. The pacer, as least / median / most of the rows:

- Tuned: ${summarize(tuned)}.
- Held out: ${summarize(rows)}.

It misses the goal of 1.2 × the bound in many rows of both, and that of 3 % refused in more. Most of the refusals come at the start, when a batch has opened up and all that is under way is refused at once; where many processes share a limit, each of them goes on finding it out.

${head}
${rows.map(line).join('\n')}

And how much of the tuned rows is chance: the pacer with ${otherSeeds.length} other seeds, as least / median / most.

| limit | items | over bound | refused | fairness | all delivered |
| --- | --- | --- | --- | --- | --- |
${spreads.map(spreadLine).join('\n')}
`;

/** The table as Markdown, not yet laid out. */
export const paceMarkdown = (rows: PaceRow[]) => `# Finding the pace, simulated

Made by \`npm run simulate\` from the built pacer, in virtual time. n8n spends 4 ms of its thread on each request and the service answers after 200 ms, refusals too, where the name says nothing else. "Created" is the time until all items of one execution are created, and "over bound" the same over the least that the limit and n8n's thread allow. Then each task, which takes 20 s, is looked at every 5 s until it is delivered: "refused" is the share of 429 among all these requests, "delivered" how many videos came out, and after how long the last of them. "First version" sends ten requests at once and pauses at a 429; "all at once" is the loop that people build by hand, which loses what is refused. "Fairness" is the least of Jain's index over what several processes got of one limit in any 30 s in which all had work: 1 when all got the same.

${head}
${rows.map(line).join('\n')}

\`test/nodes/pace/simulation.test.ts\` fails when this table is not what the pacer does, when the pacer misses its goals, and when any fixed number would do as well.
`;
