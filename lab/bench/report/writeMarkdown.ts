import { describeNoise, mostLoad } from '../quiet/limits.ts';
import { valuesOf, type Result } from '../results/result.ts';
import { summarize } from '../statistics/summarize.ts';
import type { Check, Figure, Row } from './row.ts';

const command = 'npm run bench';

/** The whole report from the raw results; rows whose measure was not taken are listed as such. */
export function writeMarkdown(
  rows: readonly Row[],
  results: ReadonlyMap<string, Result>,
  imagesPath: string,
): string {
  const taken = rows.flatMap((row) => {
    const result = results.get(row.measure);
    return result ? [{ row, result }] : [];
  });
  const missing = rows.filter(({ measure }) => !results.has(measure));
  return [
    '# Benchmarks in full',
    introduction,
    conditions([...results.values()]),
    '## Overview',
    overview(taken),
    ...(missing.length > 0
      ? [`Not measured in these results: ${missing.map(({ title }) => title).join('; ')}.`]
      : []),
    ...taken.flatMap(({ row, result }) => section(row, result, imagesPath)),
  ].join('\n\n');
}

const introduction = `Made by \`${command}\` from the raw results in [benchmarks/](../benchmarks), one JSON file per measure; \`${command} -- --help\` tells the options. Do not edit. What a builder asks is in [How it compares](../benchmarks.md).

VideoGen and others make the same videos in one real n8n, against one stand-in service on the same machine, which has a set latency, set generation times, and counts requests:

- **by hand**: the loop from n8n's own nodes, HTTP Request, Wait 5 s, HTTP Request, IF, and back;
- **Veo node**: n8n's own node for Veo (Google Gemini, “Generate a Video”), which speaks another wire format; the stand-in service serves that too, with the same tasks;
- **fal by hand**: fal's queue, as fal's own guide for n8n drives it: HTTP Request, Wait 5 s, HTTP Request for the status, IF and back, HTTP Request for the result. The stand-in service serves fal's format, too. fal's own node can't be measured here: the npm registry doesn't have it, and it only calls fal's own address. By its source, it waits as Veo's does: items one after another, a look every five seconds.

Where a figure is “none”, it wasn't measured yet.

The contenders take turns within each run, in turned order, and ratios are taken run by run, so that what slows the machine down for a while cancels out. Figures are medians over the runs, with the least and the most of them. CPU time and memory are the operating system's figures for the n8n process.

VideoGen waits asleep and watched, its default, where nothing else is said; “awake” is Stay Awake. The load average holds what the bench itself does, so it only tells something before the first measure; after that, the bench counts how much of the processors other programs use. A measure is marked when the load average was above half the number of processors before the bench began, or when other programs used more than a tenth of the processors just before it or meanwhile.`;

function conditions(results: Result[]): string {
  const { machine } = results[0] ?? {};
  if (!machine) return 'Nothing has been measured.';
  const { cpu, cores, memoryGigabytes, system, node, n8n } = machine;
  const unique = (values: string[]) => [...new Set(values)].sort().join(', ');
  const loads = results.flatMap(({ load }) => [load.before, load.after]);
  return `Machine: ${cpu}, ${cores} cores, ${memoryGigabytes} GB, ${system}, Node ${node.slice(1)}, n8n ${n8n}. Begun ${unique(results.map(({ session }) => session.slice(0, 16).replace('T', ' ')))} UTC, commit ${unique(results.map(({ commit }) => commit))}. Load average before and after the measures: ${Math.min(...loads)} to ${Math.max(...loads)}.`;
}

function overview(taken: { row: Row; result: Result }[]): string {
  const lines = taken.map(({ row, result }) => {
    const checks = row.checks?.(result) ?? [];
    const measured = row.summary?.(result) ?? checks.map(({ measured }) => measured).join('; ');
    const link = `[${row.title}](#${anchor(row.title)})`;
    return `| ${link} | ${row.bound} | ${row.goal} | ${measured} | ${verdict(checks)}${isNoisy(result) ? ', on a busy machine' : ''} |`;
  });
  return ['| measure | bound | goal | measured | met |', '| --- | --- | --- | --- | --- |']
    .concat(lines)
    .join('\n');
}

function verdict(checks: Check[]): string {
  if (checks.length === 0) return 'reported';
  return checks.every(({ met }) => met) ? 'yes' : '**no**';
}

/** The link to a heading, as GitHub makes it. */
const anchor = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');

function section(row: Row, result: Result, imagesPath: string): string[] {
  const checks = row.checks?.(result) ?? [];
  const missed = checks.some(({ met }) => !met);
  return [
    `## ${row.title}`,
    `${row.how} ${circumstances(result)}`,
    ...warning(result),
    `![${row.title}](${imagesPath}/${row.name}.svg)`,
    table(row.figures, result),
    ...(checks.length > 0 ? [checks.map(line).join('\n')] : []),
    ...(row.notes ? [row.notes] : []),
    ...(missed && row.why ? [`Why it is missed: ${row.why}`] : []),
  ];
}

function circumstances({ takenAt, load, others, machine }: Result): string {
  const taken = `Taken at ${takenAt.slice(11, 16)} UTC; load average ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after`;
  if (!others) return `${taken}.`;
  return `${taken}; other programs used ${others.mean.toFixed(2)} of ${machine.cores} processors, ${others.most.toFixed(2)} in their busiest ten seconds.`;
}

function noiseOf({ others, load, machine }: Result): string | undefined {
  if (others) return describeNoise(others, machine.cores);
  if (load.before <= mostLoad(machine.cores)) return undefined;
  return `the load average was ${load.before.toFixed(1)} before, and what others did was not noted`;
}

const isNoisy = (result: Result) => noiseOf(result) !== undefined;

function warning(result: Result): string[] {
  const noise = noiseOf(result);
  return noise ? [`**Read these figures with care**: ${noise}.`] : [];
}

const line = ({ measured, limit, met }: Check) =>
  `- ${measured}, goal ${limit}: ${met ? 'met' : '**missed**'}`;

function table(figures: Figure[], result: Result): string {
  const lines = figures.map(({ label, contender, value, unit, digits }) => {
    const values = valuesOf(result, contender, value);
    if (values.length === 0) return `| ${label} | none | - | 0 |`;
    const { median, least, most, count } = summarize(values);
    const show = (number: number) => number.toFixed(digits);
    return `| ${label} | ${show(median)} ${unit} | ${show(least)} – ${show(most)} | ${count} |`;
  });
  return ['| | median | least – most | runs |', '| --- | ---: | ---: | ---: |']
    .concat(lines)
    .join('\n');
}
