import { readExecution, type Execution, type N8nClient } from '../../../playground/index.ts';

/** An execution as n8n lists it, with all that it stored. */
export interface Ended {
  id: string;
  status: string;
  retryOf?: string | null;
  text: string;
  /** The task whose video left the last node. */
  delivered?: string;
  /** What it ran, and what it would have run next, in a line. */
  story: string;
}

interface Listed {
  id: string;
  status: string;
  startedAt?: string | null;
}

const pageSize = 100;
const over = ['success', 'error', 'crashed', 'canceled'];

/**
 * Asked for all at once, n8n puts those that run in front, whenever they started; and those that
 * are new have no time of start yet.
 */
const listedTogether = [['new'], ['running'], [...over, 'waiting', 'unknown']];

/**
 * Pages by the time of start, by which n8n sorts: its own cursor goes by ID, and passes over
 * executions that were resumed later than others with a higher one.
 */
async function list(client: N8nClient, workflowId: string): Promise<Listed[]> {
  const all = new Map<string, Listed>();
  for (const status of listedTogether) {
    for (let before: string | undefined; ;) {
      const startedBefore = before === undefined ? {} : { startedBefore: before };
      const filter = encodeURIComponent(JSON.stringify({ workflowId, status, ...startedBefore }));
      const { results } = await client.get<{ results: Listed[] }>(
        `/rest/executions?filter=${filter}&limit=${pageSize}`,
      );
      for (const one of results) all.set(one.id, one);
      const first = results.flatMap(({ startedAt }) => startedAt ?? []).sort()[0];
      if (results.length < pageSize || first === before) break;
      before = first;
    }
  }
  return [...all.values()];
}

/** What has ended is read once. */
const known = new Map<string, Ended>();

/**
 * Reads the executions of a workflow that have ended.
 *
 * @param deliver - name of the node that ends a delivery
 */
export async function readEnded(
  client: N8nClient,
  workflowId: string,
  deliver: string,
): Promise<{ ended: Ended[]; underWay: number }> {
  const listed = await list(client, workflowId);
  const ended: Ended[] = [];
  for (const { id, status } of listed) {
    if (!over.includes(status)) continue;
    const key = `${id} ${status}`;
    const one = known.get(key) ?? (await read(client, id, deliver));
    known.set(key, one);
    ended.push(one);
  }
  return { ended, underWay: listed.length - ended.length };
}

async function read(client: N8nClient, id: string, deliver: string): Promise<Ended> {
  const execution = await readExecution(client, id);
  const { retryOf = null } = execution as { retryOf?: string | null };
  const runs = execution.data?.resultData?.runData?.[deliver];
  const { id: delivered, videoUrl } = runs?.at(-1)?.data?.main?.[0]?.[0]?.json ?? {};
  return {
    id,
    status: execution.status,
    retryOf,
    text: JSON.stringify(execution.data ?? {}),
    story: `${tell(execution)}; delivered ${videoUrl === undefined ? 'nothing' : String(delivered)}`,
    // n8n can be killed after the delivery and before it has noted the success.
    ...(videoUrl !== undefined && { delivered: String(delivered) }),
  };
}

function tell({ id, status, data }: Execution): string {
  const ran = Object.keys(data?.resultData?.runData ?? {}).join(', ') || 'nothing';
  const stack = data?.executionData?.nodeExecutionStack ?? [];
  const next = stack.map(({ node }) => node.name).join(', ') || 'nothing';
  const { error } = data?.resultData ?? {};
  return `execution ${id}: ${status}; ran ${ran}; next ${next}${error ? `; ${error.message}` : ''}`;
}

/** The stories of all executions that had to do with an order. */
export const storiesOf = async (
  client: N8nClient,
  workflowId: string,
  deliver: string,
  prompt: string,
) =>
  (await readEnded(client, workflowId, deliver)).ended
    .filter(({ text }) => text.includes(prompt))
    .map(({ story, retryOf }) => (retryOf ? `${story}; a retry of ${retryOf}` : story));
