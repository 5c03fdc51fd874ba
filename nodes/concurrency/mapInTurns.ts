import { breather } from './breather';

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
  const breathe = breather();
  const outputs: Output[] = [];
  for (const input of inputs) {
    const pause = breathe();
    if (pause !== undefined) await pause;
    outputs.push(work(input, outputs.length));
  }
  return outputs;
}
