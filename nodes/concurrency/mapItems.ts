import { sleep } from './sleep';

/**
 * Runs `work` over all inputs, at most `limit` (1 or more) at a time; outputs keep their inputs' order.
 *
 * @param work - handles its own failures: a throw rejects at once, while other work goes on
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

/** n8n has one thread: other executions have to wait this long at most. */
const longestStretchMs = 5;

/**
 * Makes a pause to await after each of many items: it lets n8n do other things once the work has gone
 * on for long enough. Loops that run side by side share one, so that they share its time.
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
    // One timer for all loops: with one each, all would go on in the same turn, for that long each.
    return (pause ??= sleep(0).then(goOn));
  };
}

/** Runs `work`, which is quick, over all inputs, and lets n8n do other things in between. */
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
