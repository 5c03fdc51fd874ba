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
// Each look at the list costs n8n a moment, in which it does nothing else.
const pollMs = 500;
/** n8n lists no more at once. */
const pageSize = 100;
const webhookTimeoutMs = 60_000;

interface Page {
  results: Listed[];
  nextCursor?: string | null;
}

export interface Listed {
  id: string;
  status: string;
  stoppedAt: string | null;
}

const endedStatuses = ['success', 'error', 'crashed', 'canceled'];

/** Stores a workflow and puts it in force. */
export async function install({ client }: Pick<Rig, 'client'>, workflow: Workflow): Promise<void> {
  await importWorkflow(client, workflow);
  await publish(client, workflow.id);
}

/**
 * The executions of a workflow, newest first.
 *
 * @param afterId - only those that were started after this one
 */
export async function listExecutions(
  client: N8nClient,
  workflowId: string,
  afterId = 0,
): Promise<Listed[]> {
  const filter = JSON.stringify({ workflowId });
  const all: Listed[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = new URLSearchParams({
      filter,
      limit: String(pageSize),
      ...(cursor && { cursor }),
    });
    const page = await client.get<Page>(`/rest/executions?${query}`);
    const newer = page.results.filter(({ id }) => Number(id) > afterId);
    all.push(...newer);
    if (newer.length < page.results.length || !page.nextCursor) return all;
    cursor = page.nextCursor;
  }
}

/** The latest execution of a workflow, if there is one. */
async function listLatest(client: N8nClient, workflowId: string): Promise<Listed[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ workflowId }), limit: '1' });
  return (await client.get<{ results: Listed[] }>(`/rest/executions?${query}`)).results;
}

/** Whether the latest execution of a workflow is over, well or not. */
export async function hasEnded({ client }: Pick<Rig, 'client'>, workflowId: string) {
  const [latest] = await listLatest(client, workflowId);
  return latest !== undefined && endedStatuses.includes(latest.status);
}

/** How many executions of a workflow sleep. */
export const countAsleep = (client: N8nClient, workflowId: string): Promise<number> =>
  countByStatus(client, workflowId, ['waiting']);

/** How many executions of a workflow have not ended. */
export const countOpen = (client: N8nClient, workflowId: string): Promise<number> =>
  countByStatus(client, workflowId, ['new', 'running', 'waiting']);

async function countByStatus(
  client: N8nClient,
  workflowId: string,
  status: string[],
): Promise<number> {
  const filter = JSON.stringify({ workflowId, status });
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

/** Starts one execution per list of prompts, and waits until all have ended, well or not. */
export async function untilAllEnd(
  rig: Pick<Rig, 'client' | 'n8n'>,
  workflowId: string,
  promptLists: string[][],
): Promise<Listed[]> {
  const [latest] = await listLatest(rig.client, workflowId);
  const afterId = Number(latest?.id ?? 0);
  for (const prompts of promptLists) await trigger(rig, workflowId, prompts);
  return await waitFor(
    async () => {
      const listed = await listExecutions(rig.client, workflowId, afterId);
      const ended = listed.filter(({ status }) => endedStatuses.includes(status));
      return ended.length === promptLists.length ? ended : undefined;
    },
    timeoutMs,
    () => new Error(`Executions of ${workflowId} have not ended`),
    pollMs,
  );
}

/**
 * Starts one execution per list of prompts, waits until all have ended, and reads them.
 *
 * @throws when one has not ended well, unless `mayFail` is set
 */
export async function runAll(
  rig: Pick<Rig, 'client' | 'n8n'>,
  workflowId: string,
  promptLists: string[][],
  { mayFail = false } = {},
): Promise<Execution[]> {
  const ended = await untilAllEnd(rig, workflowId, promptLists);
  const executions = await Promise.all(ended.map(({ id }) => readExecution(rig.client, id)));
  const bad = executions.find(({ status }) => status !== 'success');
  if (bad && !mayFail)
    throw new Error(`An execution of ${workflowId} failed: ${bad.data.resultData.error?.message}`);
  return executions;
}

/** Forgets an execution: a large one would burden n8n's database from then on. */
export const forgetExecution = (client: N8nClient, id: string) =>
  client.post('/rest/executions/delete', { ids: [id] });

/** Runs of a node in an execution. */
const runsOf = ({ data }: Execution, node: string) => data.resultData.runData[node] ?? [];

/** When a node began its last run and when it ended, in Unix ms. */
export function lastRun(execution: Execution, node: string): { startMs: number; endMs: number } {
  const last = runsOf(execution, node).at(-1);
  if (!last) throw new Error(`${node} did not run in execution ${execution.id}`);
  return { startMs: last.startTime, endMs: last.startTime + last.executionTime };
}

/** Whether a node ran at all. */
export const didRun = (execution: Execution, node: string) => runsOf(execution, node).length > 0;

/** The items that arrived at a node, over all its runs. */
export const itemsAt = (execution: Execution, node: string) =>
  runsOf(execution, node).flatMap(({ data }) => data?.main?.[0] ?? []);
