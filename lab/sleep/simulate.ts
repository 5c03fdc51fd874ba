import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { BuiltCode } from './builtNodes.ts';
import { playHistory } from './history.ts';
import { addHistory, emptyTally, mergeTallies, tellTally, type Tally } from './tally.ts';

const stateFile = join(import.meta.dirname, '.out/progress.json');
/** Seeds that are played before what they came to is written down. */
const chunk = 500;

interface Task {
  from: number;
  count: number;
}

async function playSome({ from, count }: Task): Promise<Tally> {
  const code = new BuiltCode();
  const tally = emptyTally();
  for (let seed = from; seed < from + count; seed++)
    addHistory(tally, await playHistory(seed, code));
  return tally;
}

const playElsewhere = (task: Task): Promise<Tally> =>
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
  let { from, tally } = { from: Number(values.from), tally: emptyTally() };
  const last = from + count;
  if (values.resume) ({ from, tally } = readState() ?? { from, tally });
  const workers = Number(values.workers);
  const startedAt = performance.now();
  while (from < last) {
    const tasks: Task[] = [];
    for (let n = 0; n < workers && from < last; n++) {
      const task = { from, count: Math.min(chunk, last - from) };
      tasks.push(task);
      from += task.count;
    }
    const play = workers > 1 ? playElsewhere : playSome;
    for (const part of await Promise.all(tasks.map(play))) {
      for (const line of mergeTallies(tally, part)) console.log(line);
    }
    if (values.resume) writeState({ from, tally });
    if (from < last) console.error(`… ${tally.histories} histories`);
  }
  const eachMs = (performance.now() - startedAt) / count;
  for (const line of tellTally(tally, eachMs)) console.log(line);
  if (tally.brokenHistories > 0) process.exitCode = 1;
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
else parentPort!.postMessage(await playSome(workerData as Task));
