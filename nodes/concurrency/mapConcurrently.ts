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
