import type { N8nClient } from '../../../playground/index.ts';

interface Table {
  id: string;
  name: string;
}

/** Rows of one of n8n's data tables, the oldest first; none when there is no such table. */
export async function readTable<Row>(client: N8nClient, name: string): Promise<Row[]> {
  const { id: projectId } = await client.get<{ id: string }>('/rest/projects/personal');
  const tables = `/rest/projects/${projectId}/data-tables`;
  const { data } = await client.get<{ data: Table[] }>(tables);
  const table = data.find((one) => one.name === name);
  if (!table) return [];
  const query = 'take=1000&sortBy=id:asc';
  const rows = await client.get<{ data: Row[] }>(`${tables}/${table.id}/rows?${query}`);
  return rows.data;
}
