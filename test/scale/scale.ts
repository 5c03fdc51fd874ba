import { printFigures, type Figures } from './figures.ts';
import { measure } from './measure.ts';
import { runLoop, runWatcher } from './waiting.ts';

const sizes = [100, 1_000, 10_000];

const parts: Array<(tasks: number) => Promise<Figures>> = [
  (tasks) => measure('watcher, one execution', tasks, runWatcher(tasks)),
  (tasks) => measure('watcher, executions of one task', tasks, runWatcher(1)),
  (tasks) => measure('waiting loop', tasks, runLoop),
];

/** The quickest of several runs: other processes can only slow one down. */
async function quickest(take: (tasks: number) => Promise<Figures>, tasks: number) {
  const runs: Figures[] = [];
  for (let n = 0; n < 3; n++) runs.push(await take(tasks));
  return runs.sort((one, other) => one.cpuMs - other.cpuMs)[0]!;
}

for (const take of parts) {
  // The first run compiles what the others run.
  await take(sizes[0]!);
  const cpuMs: number[] = [];
  for (const tasks of sizes) {
    const figures = await quickest(take, tasks);
    printFigures(figures);
    cpuMs.push(figures.cpuMs);
  }
  console.log(
    `cpu per answer ${sizes.at(-1)}/${sizes[0]}: ${(cpuMs.at(-1)! / cpuMs[0]!).toFixed(2)}`,
  );
}
