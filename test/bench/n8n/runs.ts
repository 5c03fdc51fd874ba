import {
  importWorkflow,
  publish,
  readExecution,
  waitFor,
  type Execution,
  type N8nClient,
  type Workflow,
} from '../../../playground/index.ts';
import type { Rig } from './startRig.ts';

const timeoutMs = 15 * 60_000;
const pollMs = 200;
const webhookTimeoutMs = 60_000;

interface Listed {
  id: string;
  status: string;
}

const endedStatuses = ['success', 'error', 'crashed', 'canceled'];

/** Stores a workflow and puts it in force. */
export async function install({ client }: Pick<Rig, 'client'>, workflow: Workflow): Promise<void> {
  await importWorkflow(client, workflow);
  await publish(client, workflow.id);
}

/** The latest hundred executions of a workflow, newest first; n8n lists no more. */
export async function listExecutions(client: N8nClient, workflowId: string): Promise<Listed[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ workflowId }), limit: '100' });
  return (await client.get<{ results: Listed[] }>(`/rest/executions?${query}`)).results;
}

/** How many executions of a workflow are suspended. */
export async function countSuspended(client: N8nClient, workflowId: string): Promise<number> {
  const filter = JSON.stringify({ workflowId, status: ['waiting'] });
  const query = new URLSearchParams({ filter, limit: '1' });
  return (await client.get<{ count: number }>(`/rest/executions?${query}`)).count;
}

/**
 * Starts an execution by the workflow's webhook, with one item per prompt. A webhook that was just
 * put in force may not be there for a moment.
 */
export async function trigger(
  { n8n }: { n8n: { url: string } },
  workflowId: string,
  prompts: string[],
): Promise<void> {
  const call = () =>
    fetch(`${n8n.url}/webhook/${workflowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: prompts.map((prompt) => ({ prompt })) }),
    });
  const answer = await waitFor(
    async () => {
      const given = await call();
      return given.status === 404 ? undefined : given;
    },
    webhookTimeoutMs,
    () => new Error(`n8n does not know the webhook of ${workflowId}`),
  );
  if (!answer.ok) throw new Error(`n8n answered ${answer.status}: ${await answer.text()}`);
}

/**
 * Starts one execution per list of prompts, waits until all have ended, and reads them.
 *
 * @throws when one has not ended well, unless `mayFail` is set
 */
export async function runAll(
  rig: Rig,
  workflowId: string,
  promptLists: string[][],
  { mayFail = false } = {},
): Promise<Execution[]> {
  const before = new Set((await listExecutions(rig.client, workflowId)).map(({ id }) => id));
  for (const prompts of promptLists) await trigger(rig, workflowId, prompts);
  const ended = await waitFor(
    async () => {
      const listed = await listExecutions(rig.client, workflowId);
      const own = listed.filter(
        ({ id, status }) => !before.has(id) && endedStatuses.includes(status),
      );
      return own.length === promptLists.length ? own : undefined;
    },
    timeoutMs,
    () => new Error(`Executions of ${workflowId} have not ended`),
    pollMs,
  );
  const executions = await Promise.all(ended.map(({ id }) => readExecution(rig.client, id)));
  const bad = executions.find(({ status }) => status !== 'success');
  if (bad && !mayFail)
    throw new Error(`An execution of ${workflowId} failed: ${bad.data.resultData.error?.message}`);
  return executions;
}

/** Runs of a node in an execution. */
const runsOf = ({ data }: Execution, node: string) => data.resultData.runData[node] ?? [];

/** When a node began its last run and when it ended, in Unix ms. */
export function lastRun(execution: Execution, node: string): { startMs: number; endMs: number } {
  const last = runsOf(execution, node).at(-1);
  if (!last) throw new Error(`${node} did not run in execution ${execution.id}`);
  return { startMs: last.startTime, endMs: last.startTime + last.executionTime };
}

/** The items that arrived at a node, over all its runs. */
export const itemsAt = (execution: Execution, node: string) =>
  runsOf(execution, node).flatMap(({ data }) => data?.main?.[0] ?? []);
