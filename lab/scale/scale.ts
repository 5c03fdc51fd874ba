import { measureHeld } from './answers/memory.ts';
import { startAnswers } from './answers/startAnswers.ts';
import { printFigures, type Figures } from './figures.ts';
import { measure } from './measure.ts';
import {
  measureCreation,
  measureCreationAndWait,
  measureFallingAsleep,
  measureN8nPassing,
  measureN8nRequests,
} from './nodes.ts';
import { runLoop, runWatcher } from './waiting.ts';

const sizes = [100, 1_000, 10_000];

type Take = (tasks: number) => Promise<Figures>;

/**
 * Whole nodes in n8n's engine, with requests over loopback: once, since they take their time. What
 * n8n alone takes comes first, to compare.
 */
const nodes: Take[] = [
  measureN8nPassing,
  measureN8nRequests,
  measureCreation,
  measureCreationAndWait,
  measureFallingAsleep,
];

/** What waits, with a service that answers at once. */
const loops: Take[] = [
  (tasks) => measure('watcher, one execution', tasks, runWatcher(tasks)),
  (tasks) => measure('watcher, executions of one task', tasks, runWatcher(1)),
  (tasks) => measure('waiting loop', tasks, runLoop),
];

/** The quickest of several runs: other processes can only slow one down. */
async function quickest(take: Take, tasks: number, runs: number): Promise<Figures> {
  const all: Figures[] = [];
  for (let n = 0; n < runs; n++) all.push(await take(tasks));
  return all.sort((one, other) => one.cpuMs - other.cpuMs)[0]!;
}

/** Prints a line for each size, and returns by how much more the largest costs than the smallest. */
async function compareSizes(take: Take, runs: number): Promise<string> {
  // The first run compiles what the others run.
  await take(sizes[0]!);
  const cpuMs: number[] = [];
  for (const tasks of sizes) {
    const figures = await quickest(take, tasks, runs);
    printFigures(figures);
    cpuMs.push(figures.cpuMs);
  }
  return `${sizes.at(-1)}/${sizes[0]}: ${(cpuMs.at(-1)! / cpuMs[0]!).toFixed(2)}`;
}

const service = await startAnswers();
console.log(
  JSON.stringify({ part: 'answers of a megabyte', ...(await measureHeld(service, 1_000)) }),
);
service.close();
for (const take of nodes) console.log(`cpu per item ${await compareSizes(take, 1)}`);
for (const take of loops) console.log(`cpu per answer ${await compareSizes(take, 3)}`);
process.exit();
