import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { rootFolder } from '../../playground/folders.ts';
import type { Played } from './play.ts';
import type { Contender } from './workflows.ts';

/** One run of one contender in a case. */
export interface Result {
  case: string;
  run: number;
  contender: Contender | 'otherBuild';
  played: Played;
}

type Figure = keyof Played;

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

const medianOf = (results: readonly Result[], figure: Figure) =>
  median(results.map(({ played }) => played[figure]));

/** Ours against the others as ratios, taken run by run, with the medians they come from. */
export function tellRatios(results: readonly Result[]): Record<string, string>[] {
  const names = [...new Set(results.map((result) => result.case))];
  return names.flatMap((name) => {
    const inCase = results.filter((result) => result.case === name);
    const [first] = inCase;
    const ours = inCase.filter(({ contender }) => contender === first!.contender);
    const others = new Set(inCase.map(({ contender }) => contender));
    others.delete(first!.contender);
    return [...others].map((contender) => {
      const theirs = inCase.filter((result) => result.contender === contender);
      const ratio = (figure: Figure) => tellRatio(ours, theirs, figure);
      return {
        case: name,
        against: contender,
        'first order': ratio('firstOrderSeconds'),
        'last order': ratio('lastOrderSeconds'),
        wall: ratio('wallSeconds'),
        CPU: ratio('cpuSeconds'),
        'peak memory': ratio('peakMegabytes'),
        requests: ratio('requests'),
        'refused %': `${medianOf(ours, 'refusedPercent').toFixed(1)} : ${medianOf(theirs, 'refusedPercent').toFixed(1)}`,
        delivered: `${medianOf(ours, 'delivered')} : ${medianOf(theirs, 'delivered')}`,
      };
    });
  });
}

function tellRatio(ours: Result[], theirs: Result[], figure: Figure): string {
  const ratios = ours.map(
    ({ played }, run) => played[figure] / (theirs[run]?.played[figure] ?? NaN),
  );
  const [own, other] = [medianOf(ours, figure), medianOf(theirs, figure)];
  return `${median(ratios).toFixed(2)} (${own.toFixed(1)} : ${other.toFixed(1)})`;
}

interface Asked {
  question: string;
  case: string;
  tell(results: Result[]): string;
}

const figure = (name: Figure, unit: string, digits: number) => (results: Result[]) =>
  `${medianOf(results, name).toFixed(digits)} ${unit}`.trim();

/** What builders ask, as the docs page has it. */
const asked: Asked[] = [
  ['How long until 200 videos are ordered?', '200 rows', figure('lastOrderSeconds', 's', 2)],
  ['How long until 1,000 videos are ordered?', '1,000 rows', figure('lastOrderSeconds', 's', 2)],
  [
    'You order 200 videos, and the service takes 20 requests a second: how many are charged?',
    '200 rows, 20 requests a second',
    figure('charged', '', 0),
  ],
  [
    'And how many of them do you get?',
    '200 rows, 20 requests a second',
    figure('delivered', '', 0),
  ],
  [
    'How soon does the workflow go on when a video is ready?',
    '1 row',
    figure('noticedSeconds', 's', 2),
  ],
  [
    'How soon do 200 workflows go on when their video is ready?',
    '200 executions asleep',
    figure('noticedSeconds', 's', 2),
  ],
  [
    'How much memory does n8n take at most, with 200 executions of one video?',
    '200 executions asleep',
    figure('peakMegabytes', 'MB', 0),
  ],
  [
    'How much memory does a download of 1 GB take?',
    'a file of 1 GB',
    figure('peakMegabytes', 'MB', 0),
  ],
  [
    'How much processor time do 200 executions of one video take?',
    '200 executions asleep',
    figure('cpuSeconds', 's', 1),
  ],
  ['And 200 videos in one execution?', '200 rows', figure('cpuSeconds', 's', 1)],
].map(([question, name, tell]) => ({ question, case: name, tell }) as Asked);

/** Writes the table of the docs page, the nodes against a loop by hand, between its marks. */
export async function writeDocs(results: readonly Result[]): Promise<void> {
  const rows = asked.map(({ question, case: name, tell }) => {
    const inCase = results.filter((result) => result.case === name);
    const of = (start: string) => inCase.filter(({ contender }) => contender.startsWith(start));
    return `| ${question} | ${tell(of('own'))} | ${tell(of('byHand'))} |`;
  });
  const table = ['| | the nodes | by hand |', '| --- | ---: | ---: |', ...rows].join('\n');
  const page = join(rootFolder, 'docs', 'internals', 'benchmarks.md');
  const text = (await readFile(page, 'utf8')).replace(
    /(<!-- figures -->).*(<!-- end of figures -->)/s,
    `$1\n\n${table}\n\n$2`,
  );
  await writeFile(page, await format(text, { ...(await resolveConfig(page)), filepath: page }));
}
