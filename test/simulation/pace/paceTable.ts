import { measurePace, type PaceFigures, type Scenario } from './measurePace.ts';
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
export async function measureAllPaces(): Promise<PaceRow[]> {
  const rows: PaceRow[] = [];
  for (const scenario of scenarios)
    for (const [contender, make] of Object.entries(contenders))
      rows.push({ scenario, contender, figures: await measurePace(scenario, make) });
  return rows;
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

/** The table as Markdown, not yet laid out. */
export const paceMarkdown = (rows: PaceRow[]) => `# Finding the pace, simulated

Made by \`npm run simulate\` from the built pacer, in virtual time. n8n spends 4 ms of its thread on each request and the service answers after 200 ms, refusals too, where the name says nothing else. "Created" is the time until all items of one execution are created, and "over bound" the same over the least that the limit and n8n's thread allow. Then each task, which takes 20 s, is looked at every 5 s until it is delivered: "refused" is the share of 429 among all these requests, "delivered" how many videos came out, and after how long the last of them. "First version" sends ten requests at once and pauses at a 429; "all at once" is the loop that people build by hand, which loses what is refused. "Fairness" is Jain's index over what several processes got of one limit: 1 when all got the same.

| limit | items | contender | created | over bound | delivered | after | refused | fairness |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map(line).join('\n')}

\`test/nodes/pace/simulation.test.ts\` fails when this table is not what the pacer does, when the pacer misses its goals, and when any fixed number would do as well.
`;
