import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { BuiltCode } from './builtNodes.ts';
import { faultsNamed, findFault, type Finding } from './calibrate.ts';
import { playHistory } from './history.ts';
import { addHistory, emptyTally, mergeTallies, tellTally, type Tally } from './tally.ts';

const stateFile = join(import.meta.dirname, '.out/progress.json');
/** Seeds that are played before what they came to is written down. */
const chunk = 500;

type Task = { from: number; count: number } | { fault: string; mostSeeds: number };

async function perform(task: Task): Promise<Tally | Finding> {
  if ('fault' in task) return await findFault(faultsNamed(task.fault)[0]!, task.mostSeeds);
  return await playSome(task);
}

async function playSome({ from, count }: { from: number; count: number }): Promise<Tally> {
  const code = new BuiltCode();
  const tally = emptyTally();
  for (let seed = from; seed < from + count; seed++)
    addHistory(tally, await playHistory(seed, code));
  return tally;
}

const performElsewhere = <T extends Tally | Finding>(task: Task): Promise<T> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      /** How many histories, and the first of them. */
      seeds: { type: 'string', default: '1000' },
      from: { type: 'string', default: '1' },
      /** Goes on where the last run with this has stopped. */
      resume: { type: 'boolean', default: false },
      /** Plays in so many threads. */
      workers: { type: 'string', default: '1' },
      /** Plants faults instead, one at a time, and tells how many seeds each took; --only names some. */
      faults: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      /** Plays one history, and with --story tells it. */
      seed: { type: 'string' },
      story: { type: 'boolean', default: false },
    },
  });
  if (values.seed !== undefined) {
    const played = await playHistory(Number(values.seed), new BuiltCode(), {
      keepsStory: values.story,
    });
    const { story, ...rest } = played;
    if (values.story) console.log(story.join('\n'));
    console.log(rest);
    return;
  }

  const count = Number(values.seeds);
  if (values.faults) return await plantFaults(values.only, count, Number(values.workers));
  let { from, tally } = { from: Number(values.from), tally: emptyTally() };
  const last = from + count;
  if (values.resume) ({ from, tally } = readState() ?? { from, tally });
  const workers = Number(values.workers);
  const startedAt = performance.now();
  while (from < last) {
    const tasks: Array<{ from: number; count: number }> = [];
    for (let n = 0; n < workers && from < last; n++) {
      const task = { from, count: Math.min(chunk, last - from) };
      tasks.push(task);
      from += task.count;
    }
    const parts =
      workers > 1
        ? await Promise.all(tasks.map((task) => performElsewhere<Tally>(task)))
        : [await playSome(tasks[0]!)];
    for (const part of parts) {
      for (const line of mergeTallies(tally, part)) console.log(line);
    }
    if (values.resume) writeState({ from, tally });
    if (from < last) console.error(`… ${tally.histories} histories`);
  }
  const eachMs = (performance.now() - startedAt) / count;
  for (const line of tellTally(tally, eachMs)) console.log(line);
  if (tally.brokenHistories > 0) process.exitCode = 1;
}

async function plantFaults(only: string, mostSeeds: number, workers: number): Promise<void> {
  const left = faultsNamed(only);
  const findings: Finding[] = [];
  const lane = async () => {
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
      const task = { fault: fault.name, mostSeeds };
      const finding =
        workers > 1 ? await performElsewhere<Finding>(task) : await findFault(fault, mostSeeds);
      findings.push(finding);
      const { name, seed, promise, isGone } = finding;
      console.log(
        seed !== undefined
          ? `${String(seed).padStart(6)}  ${name} (${promise})`
          : `${isGone ? '  gone' : ' never'}  ${name}`,
      );
    }
  };
  await Promise.all(Array.from({ length: workers }, lane));
  const planted = findings.filter(({ isGone }) => !isGone);
  const found = planted.filter(({ seed }) => seed !== undefined);
  const share = Math.floor((100 * found.length) / Math.max(1, planted.length));
  console.log(
    `${planted.length} planted faults, ${found.length} found (${share} %) within ${mostSeeds} seeds`,
  );
  if (share < 95 || planted.length < findings.length) process.exitCode = 1;
}

function readState(): { from: number; tally: Tally } | undefined {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8')) as { from: number; tally: Tally };
  } catch {
    return undefined;
  }
}

function writeState(state: { from: number; tally: Tally }): void {
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(state));
}

if (isMainThread) await main();
else parentPort!.postMessage(await perform(workerData as Task));
