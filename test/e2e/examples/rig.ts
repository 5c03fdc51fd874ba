import { readExamples, type Execution, type Workflow } from '../../../playground/index.ts';
import { real } from '../useRealN8n.ts';

export { real, useRealN8n } from '../useRealN8n.ts';

export const executionTimeoutMs = 5 * 60_000;

export const examples = await readExamples();
export const copyOf = (id: string) => structuredClone(examples.find((one) => one.id === id)!);

export const node = (workflow: Workflow, name: string) =>
  workflow.nodes.find((one) => one.name === name)!;

export const items = ({ data }: Execution, name: string) =>
  (data.resultData.runData[name] ?? []).flatMap(
    (run) => run.data?.main?.flatMap((output) => output ?? []) ?? [],
  );

/** Has the service call the trigger that stands in the workflow itself. */
export function callOwnTrigger(workflow: Workflow): Workflow {
  const { webhookId } = node(workflow, 'Video Finished Trigger');
  const url = `${real.n8n.url}/webhook/${String(webhookId)}/video-finished`;
  const { options } = node(workflow, 'Create Video').parameters;
  node(workflow, 'Create Video').parameters.options = { ...(options as object), callbackUrl: url };
  return workflow;
}
