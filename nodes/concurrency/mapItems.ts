import { sleep } from './sleep';

/**
 * Runs `work` over all inputs, at most `limit` at a time, and keeps their order in the result.
 *
 * @param inputs - what to work on
 * @param limit - how many run at once, at least 1
 * @param work - must handle its own failures; a throw stops new work and rejects
 */
export async function mapConcurrently<Input, Output>(
  inputs: readonly Input[],
  limit: number,
  work: (input: Input, index: number) => Promise<Output>,
): Promise<Output[]> {
  const outputs = new Array<Output>(inputs.length);
  let next = 0;
  const takeInputs = async () => {
    while (next < inputs.length) {
      const index = next++;
      outputs[index] = await work(inputs[index] as Input, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, takeInputs));
  return outputs;
}

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
