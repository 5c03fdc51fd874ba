import { layOut } from './layOut.ts';
import { profiles } from './profiles.ts';
import { simulate, type Figures } from './simulate.ts';

/** Enough to tell differences of a tenth of a second. */
export const tasksPerProfile = 3_000;

/** The committed table. */
export const resultsUrl = new URL('./RESULTS.md', import.meta.url);

export interface Row {
  profile: string;
  fixed: Figures;
  following: Figures;
}

/** Both ways of pacing over every profile, and the mean over the profiles. */
export function measure(tasks: number): { rows: Row[]; mean: Row } {
  const rows = Object.entries(profiles).map(([profile, progress]) => ({
    profile,
    fixed: simulate(progress, false, tasks),
    following: simulate(progress, true, tasks),
  }));
  const meanOf = (pick: (row: Row) => number) =>
    rows.reduce((sum, row) => sum + pick(row), 0) / rows.length;
  const figures = (way: 'fixed' | 'following'): Figures => ({
    requests: meanOf((row) => row[way].requests),
    lagSeconds: meanOf((row) => row[way].lagSeconds),
  });
  return {
    rows,
    mean: { profile: '**mean**', fixed: figures('fixed'), following: figures('following') },
  };
}

/** The table as Markdown, laid out as the project's other texts. */
export async function toMarkdown({ rows, mean }: ReturnType<typeof measure>): Promise<string> {
  const line = ({ profile, fixed, following }: Row) =>
    `| ${profile} | ${fixed.requests.toFixed(2)} | ${following.requests.toFixed(2)} | ${fixed.lagSeconds.toFixed(2)} | ${following.lagSeconds.toFixed(2)} |`;
  const text = `# Following the progress, simulated

Made by \`npm run simulate\` from the built state machine: ${tasksPerProfile} tasks per profile, each 20 to 180 s long, interval 5 s, latency 0.2 s. "Lag" is the mean time from the completion of a task to the answer that tells it.

| progress | requests per task, fixed | requests per task, following | lag in s, fixed | lag in s, following |
| --- | --- | --- | --- | --- |
${[...rows, mean].map(line).join('\n')}

Following the progress is the default because it needs fewer requests than the fixed interval in the mean, more for no profile, and notices the end sooner in the mean; where the end cannot be foreseen, it notices it about as late. \`test/nodes/look/followProgress.test.ts\` fails when that is no longer so, or when this table is not what the state machine does.
`;
  return await layOut(text);
}
