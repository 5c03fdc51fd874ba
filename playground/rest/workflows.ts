import type { N8nClient } from './client.ts';
import type { CredentialReference } from './credentials.ts';

export interface WorkflowNode {
  id: string;
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  parameters: Record<string, unknown>;
  credentials?: Record<string, CredentialReference>;
  [more: string]: unknown;
}

/** A workflow as n8n exports it. */
export interface Workflow {
  id: string;
  name: string;
  nodes: WorkflowNode[];
  connections: Record<string, unknown>;
  settings?: Record<string, unknown>;
  [more: string]: unknown;
}

/** The same workflow, with a credential chosen in each node of the package. */
export const withCredential = (
  workflow: Workflow,
  packageName: string,
  type: string,
  credential: CredentialReference,
): Workflow => ({
  ...workflow,
  nodes: workflow.nodes.map((node) =>
    node.type.startsWith(`${packageName}.`)
      ? { ...node, credentials: { ...node.credentials, [type]: credential } }
      : node,
  ),
});

/** Stores a workflow under its own id; one with that id is replaced. */
export async function importWorkflow(client: N8nClient, workflow: Workflow): Promise<void> {
  const stored = await client.get<{ id: string }[]>('/rest/workflows');
  // n8n refuses to store a workflow as active: publishing is a step of its own.
  const body = { ...workflow, active: undefined };
  if (stored.some(({ id }) => id === workflow.id))
    await client.patch(`/rest/workflows/${workflow.id}`, body);
  else await client.post('/rest/workflows', body);
}

/** Publishes the stored version, so that its triggers and webhooks answer. */
export async function publish(client: N8nClient, workflowId: string): Promise<void> {
  const { versionId } = await client.get<{ versionId: string }>(`/rest/workflows/${workflowId}`);
  await client.post(`/rest/workflows/${workflowId}/activate`, { versionId });
}
