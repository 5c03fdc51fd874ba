import type { N8nClient } from '../playground/index.ts';

/** n8n lists no more at once. */
const pageSize = 100;

/** An execution as n8n lists it. */
export interface Listed {
  id: string;
  status: string;
  mode: string;
}

/** The executions of a workflow, newest first. */
export async function listExecutions(client: N8nClient, workflowId: string): Promise<Listed[]> {
  const filter = JSON.stringify({ workflowId });
  const all: Listed[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      filter,
      limit: String(pageSize),
      ...(cursor && { cursor }),
    });
    const page = await client.get<{ results: Listed[]; nextCursor?: string | null }>(
      `/rest/executions?${query}`,
    );
    all.push(...page.results);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
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
