import { expect } from 'vitest';
import {
  untilEnded,
  untilWaiting,
  waitFor,
  type Execution,
  type Workflow,
} from '../../playground/index.ts';
import { tasksIn, type SandboxTask } from './orderVideo.ts';
import { chain } from './realN8n.ts';
import { real } from './useRealN8n.ts';

export { real, useRealN8n } from './useRealN8n.ts';

type Node = Parameters<typeof chain>[1][number];

export const to = (node: string, index = 0) => [{ node, type: 'main', index }];

const prompting = (prompts: readonly string[]): Node => ({
  name: 'Prompts',
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: { jsCode: `return ${JSON.stringify(prompts.map((prompt) => ({ prompt })))}` },
});
/** Create Video, which waits, for the prompts that come. */
export const createNode = (parameters: object = {}): Node => ({
  name: 'Create Video',
  type: 'n8n-nodes-video-generation.createVideo',
  credentials: { videoGenerationApi: real.credential },
  parameters: { prompt: '={{ $json.prompt }}', ...parameters },
});
/** Create Video, which only orders, and Wait for Video. */
export const orderAndWait = (options: object = {}): Node[] => [
  createNode({ operation: 'create' }),
  {
    name: 'Wait for Video',
    type: 'n8n-nodes-video-generation.waitForVideo',
    credentials: { videoGenerationApi: real.credential },
    parameters: { options },
  },
];
/** A list of prompts -> the nodes -> After: one straight line. */
export const line = (id: string, prompts: readonly string[], nodes: Node[]) =>
  chain(id, [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    prompting(prompts),
    ...nodes,
    { name: 'After', type: 'n8n-nodes-base.noOp' },
  ]);

export async function start(made: Workflow): Promise<string> {
  await real.editor.store(made);
  return await real.editor.run(made.id);
}
/**
 * Retries an execution as a person does in the list of executions, and waits for the end.
 *
 * @param isSavedNow - whether with the workflow as it is saved now
 */
export async function retry(id: string, isSavedNow = false): Promise<Execution> {
  const path = `/rest/executions/${id}/retry`;
  const retried = await real.client.post<{ id: string }>(path, { loadWorkflow: isSavedNow });
  return await end(retried.id);
}
export const end = (id: string) => untilEnded(real.client, id, 400_000);
export const until = (holds: () => Promise<boolean>) =>
  waitFor(
    async () => (await holds()) || undefined,
    120_000,
    () => new Error(`It did not come to this: ${holds.toString()}`),
  );
/**
 * Waits until an execution sleeps with all of these ordered: between the pages of a batch it is
 * stored too.
 *
 * @returns when its timer will wake it, in ms since the epoch
 */
export async function untilAsleep(id: string, prompts: readonly string[]): Promise<number> {
  await until(async () => (await tasksOf(prompts)).length === prompts.length);
  return await untilWaiting(real.client, id, 120_000);
}

export const runsOf = ({ data }: Execution, node: string) => data.resultData.runData[node] ?? [];
/** The items that came out behind the wait, of each run. */
export const releases = (execution: Execution) =>
  runsOf(execution, 'After').map((run) => run.data!.main![0]!);
export const finished = expect.objectContaining({
  json: expect.objectContaining({ status: 'completed' }),
});

/** The tasks of these prompts in the service's own book, in the order of the prompts. */
export async function tasksOf(prompts: readonly string[]): Promise<SandboxTask[]> {
  const tasks = await tasksIn(real.sandbox);
  return prompts.flatMap((prompt) => tasks.filter((task) => task.prompt === prompt));
}

interface SentRequest {
  path: string;
  body?: { prompt?: string };
}
/** What the service was asked, answered or not. */
export async function sentRequests(): Promise<SentRequest[]> {
  const answer = await fetch(`${real.sandbox.url}/admin/requests`);
  return (await answer.json()) as SentRequest[];
}
