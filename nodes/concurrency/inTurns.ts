import { sleep } from './sleep';

/** How long work may keep all other executions of n8n from their turn. */
const longestStretchMs = 5;

/**
 * Makes a pause for work on many items, to be awaited after each: it lets n8n do other things
 * whenever the work has gone on for long enough, and costs next to nothing otherwise. Loops that
 * run side by side share one, or each of them would take as long as all together may.
 */
export function yielder(): () => Promise<void> | undefined {
  let startMs = performance.now();
  let pause: Promise<void> | undefined;
  const goOn = () => {
    startMs = performance.now();
    pause = undefined;
  };
  return () => {
    if (pause === undefined && performance.now() - startMs < longestStretchMs) return undefined;
    // One for all loops: timers that are due at once all go on in the same turn.
    return (pause ??= sleep(0).then(goOn));
  };
}

/**
 * Runs `work` over all inputs, one after another, and lets n8n do other things whenever that has
 * gone on for long enough.
 *
 * @param work - takes next to no time for one input
 */
export async function mapInTurns<Input, Output>(
  inputs: Iterable<Input>,
  work: (input: Input, index: number) => Output,
): Promise<Output[]> {
  const yieldNow = yielder();
  const outputs: Output[] = [];
  for (const input of inputs) {
    const pause = yieldNow();
    if (pause !== undefined) await pause;
    outputs.push(work(input, outputs.length));
  }
  return outputs;
}
