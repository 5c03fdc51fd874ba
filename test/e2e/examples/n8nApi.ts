import { importCredential, type N8nClient } from '../../../playground/index.ts';

/** What the workflow that brings lost executions home needs, and no more. */
const scopes = ['execution:list', 'execution:read', 'execution:retry'];

/** Stores a credential for n8n's public API with a key of its own. */
export async function importN8nApi(client: N8nClient): Promise<{ id: string; name: string }> {
  const name = 'Recovery';
  const made = await client.post<{ rawApiKey: string }>('/rest/api-keys', {
    label: `${name} ${Date.now()}`,
    scopes,
    expiresAt: null,
  });
  const data = { apiKey: made.rawApiKey, baseUrl: `${client.url}/api/v1` };
  return await importCredential(client, { name, type: 'n8nApi', data });
}
