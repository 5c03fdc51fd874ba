import type { Workflow } from '../../../playground/index.ts';

/**
 * The same workflow with seconds in place of minutes wherever it waits for something to be late,
 * and a sweep every few seconds.
 *
 * @param seconds - in place of these minutes; others stay
 */
export function hurry(
  workflow: Workflow,
  sweepSeconds: number,
  seconds: Record<number, number>,
): Workflow {
  const text = JSON.stringify(workflow).replaceAll(
    /\{ minutes: (\d+) \}/g,
    (written, minutes: string) =>
      Number(minutes) in seconds ? `{ seconds: ${seconds[Number(minutes)]} }` : written,
  );
  const made = JSON.parse(text) as Workflow;
  for (const node of made.nodes)
    if (node.type === 'n8n-nodes-base.scheduleTrigger')
      node.parameters.rule = { interval: [{ field: 'seconds', secondsInterval: sweepSeconds }] };
  return made;
}
