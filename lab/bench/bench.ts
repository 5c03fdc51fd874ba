import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { measures } from './measures/index.ts';
import type { Measure } from './measures/measure.ts';
import { startRig, type Rig } from './n8n/startRig.ts';
import { help, readOptions } from './options.ts';
import { chooseMeasures, chooseSession } from './plan/choose.ts';
import { estimateSeconds, minutes, remainingSeconds } from './plan/estimate.ts';
import { describeNoise } from './quiet/limits.ts';
import { OthersWatch } from './quiet/OthersWatch.ts';
import { untilQuiet } from './quiet/untilQuiet.ts';
import { rows } from './report/rows/index.ts';
import { writeMarkdown } from './report/writeMarkdown.ts';
import { writeReport } from './report/writeReport.ts';
import { describeCommit, describeMachine } from './results/machine.ts';
import type { Result } from './results/result.ts';
import { readResults, storeResult } from './results/store.ts';

const options = readOptions(
  process.argv.slice(2),
  measures.map(({ name }) => name),
);
if (options.help) {
  const list = measures.map((each) => {
    const runs = each.runs === 1 ? '1 run, ' : `${each.runs} runs,`;
    return `  ${each.name.padEnd(16)} ${runs} ${minutes(estimateSeconds(each))}`;
  });
  console.log(help + list.join('\n'));
  process.exit(0);
}

const stored = await readResults();
const session = chooseSession(options, stored, new Date().toISOString());
const wanted = chooseMeasures(measures, options, stored, session);
const runsOf = ({ runs }: Measure) => (options.isTrial ? 1 : (options.runs ?? runs));
const estimateOf = (measure: Measure) => estimateSeconds(measure, runsOf(measure));

const cores = cpus().length;
let waitLeftMs = options.waitMinutes * 60_000;
let shared: Promise<Rig> | undefined;
const size = (full: number) => (options.isTrial ? Math.ceil(full / 10) : full);
const tried = new Map<string, Result>();
const done: { estimated: number; took: number }[] = [];
const failed: string[] = [];

/** A single look at what others do is coarse. */
const lookAroundMs = 10_000;

const watch = new OthersWatch();
try {
  if (wanted.length > 0) await sleep(lookAroundMs);
  for (const [index, measure] of wanted.entries()) {
    const left = remainingSeconds(wanted.slice(index).map(estimateOf), done);
    console.log(
      `• ${measure.name} (${index + 1} of ${wanted.length}): ${minutes(estimateOf(measure))}` +
        (options.isTrial ? ' in a real bench' : `, all that is left ${minutes(left)}`),
    );
    try {
      await takeAndStore(measure, index === 0);
    } catch (error) {
      // What the others have measured is worth keeping, and --resume comes back to this one.
      console.error(`  ${measure.name} failed:`, error);
      failed.push(measure.name);
      await stopShared();
    }
  }
} finally {
  watch.stop();
  await stopShared();
}
if (options.isTrial) {
  const shown = rows.filter(({ measure }) => tried.has(measure));
  console.log(writeMarkdown(shown, tried, '../images/benchmarks'));
} else await writeReport(await readResults());
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. Take them again with --resume.`);
  process.exitCode = 1;
}

async function takeAndStore(measure: Measure, isFirst: boolean): Promise<void> {
  const { name, take } = measure;
  const loadAtStart = await waitForQuiet(isFirst);
  const othersBefore = watch.now();
  const startMs = Date.now();
  const sinceMs = performance.now();
  const load = loadavg()[0]!;
  const rig = () => (shared ??= startRig());
  const samples = await take({ runs: runsOf(measure), size, rig });
  const took = (Date.now() - startMs) / 1000;
  done.push({ estimated: estimateOf(measure), took });
  const machine = describeMachine();
  const result: Result = {
    ...{ measure: name, session, takenAt: new Date(startMs).toISOString() },
    ...{ commit: describeCommit(), machine },
    load: { before: load, after: loadavg()[0]! },
    others: {
      ...(loadAtStart !== undefined && { loadAtStart }),
      ...{ before: othersBefore, ...watch.since(sinceMs) },
    },
    ...{ tookSeconds: Math.round(took), samples },
  };
  const noise = describeNoise(result.others!, machine.cores);
  console.log(`  done in ${Math.round(took)} s${noise ? `; ${noise}` : ''}`);
  if (options.isTrial) tried.set(name, result);
  else await storeResult(result);
}

/** Gives the load average where it is not of the bench's own making. */
async function waitForQuiet(isFirst: boolean): Promise<number | undefined> {
  const load = () => loadavg()[0]!;
  waitLeftMs -= await untilQuiet(
    {
      ...{ cores, nowMs: () => performance.now(), sleep: (ms) => sleep(ms) },
      ...(isFirst && { load }),
      others: () => watch.now(),
      tell: (text) => console.log(text),
    },
    waitLeftMs,
  );
  return isFirst ? load() : undefined;
}

async function stopShared(): Promise<void> {
  const rig = shared;
  shared = undefined;
  await (await rig?.catch(() => undefined))?.stop();
}
