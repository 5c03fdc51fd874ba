import { expect } from 'vitest';
import { listExecutions } from '../../../lab/executions.ts';
import {
  importWorkflow,
  readExamples,
  untilEnded,
  waitFor,
  withCredential,
  type Execution,
  type Workflow,
} from '../../../playground/index.ts';
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

/** The examples that were imported. */
export const ran = new Set<string>();

/** Imports an example as a user would, with the credential chosen in its nodes. */
export async function importExample(id: string, change = (workflow: Workflow) => workflow) {
  ran.add(id);
  const example = change(copyOf(id));
  const { client, credential } = real;
  const workflow = withCredential(
    example,
    'n8n-nodes-video-generation',
    'videoGenerationApi',
    credential,
  );
  await importWorkflow(client, workflow);
  return workflow;
}

export const untilDone = async (executionId: string) => {
  const execution = await untilEnded(real.client, executionId, executionTimeoutMs);
  expect(execution.data.resultData.error).toBeUndefined();
  return execution;
};

/** The execution of a workflow that something else than the test started. */
export const startedBy = async (workflow: Workflow, ownExecution?: string) =>
  await waitFor(
    async () => {
      const listed = await listExecutions(real.client, workflow.id);
      return listed.find(({ id }) => id !== ownExecution)?.id;
    },
    // What starts it may be the video's end.
    executionTimeoutMs,
    () => new Error(`Nothing started "${workflow.name}"`),
  );
