import { watchBlocks } from './blocks.ts';
import { cpuMsSince, heapBytes, type Figures } from './figures.ts';
import { aTurn, serviceFor, type Run } from './waiting.ts';

const answers = 100_000;

/** How often each task is looked at, however many there are: its start and its end cost as well. */
const looks = 10;

/** Runs what waits for the tasks until there were enough answers, and says what each cost. */
export async function measure(part: string, tasks: number, run: Run): Promise<Figures> {
  const bytesPerTask = await weigh(tasks, run);
  const waits = answers / (tasks * looks);

  const cpu = process.cpuUsage();
  let answered = 0;
  for (let n = 0; n < waits; n++) {
    const world = serviceFor(looks);
    await run(world, tasks);
    answered += world.answers;
  }
  const cpuMs = cpuMsSince(cpu) / answered;

  const blocks = watchBlocks();
  for (let n = 0; n < waits; n++) await run(serviceFor(looks, blocks), tasks);
  blocks.mark();
  return { part, tasks, cpuMs, longestBlockMs: blocks.longestMs, bytesPerTask };
}

/** Heap that each task holds once it has been looked at. */
async function weigh(tasks: number, run: Run): Promise<number> {
  const before = heapBytes();
  const world = serviceFor(looks);
  const done = run(world, tasks);
  while (world.answers < tasks) await aTurn();
  const bytes = heapBytes() - before;
  await done;
  return bytes / tasks;
}
