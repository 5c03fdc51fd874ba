import { watchBlocks } from './blocks.ts';
import { cpuMsSince, heapBytes, type Figures } from './figures.ts';
import { aTurn, serviceFor, type Run } from './waiting.ts';

const answersPerRun = 100_000;

/** Runs what waits for the tasks, and says what each answer cost. */
export async function measure(part: string, tasks: number, run: Run): Promise<Figures> {
  const before = heapBytes();
  const world = serviceFor(answersPerRun / tasks);
  const done = run(world, tasks);
  // The first answers make what each task holds from then on.
  while (world.answers < tasks) await aTurn();
  const bytesPerTask = (heapBytes() - before) / tasks;
  const answered = world.answers;
  const cpu = process.cpuUsage();
  await done;
  const cpuMs = cpuMsSince(cpu) / (world.answers - answered);

  const blocks = watchBlocks();
  await run(serviceFor(answersPerRun / tasks, blocks), tasks);
  blocks.mark();
  return { part, tasks, cpuMs, longestBlockMs: blocks.longestMs, bytesPerTask };
}
