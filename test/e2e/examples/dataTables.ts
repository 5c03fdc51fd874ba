import type { N8nClient } from '../../../playground/index.ts';

interface Table {
  id: string;
  name: string;
}

/** The most that n8n gives at once. */
const pageSize = 250;

/** Rows of one of n8n's data tables, the oldest first; none when there is no such table. */
export async function readTable<Row>(client: N8nClient, name: string): Promise<Row[]> {
  const { id: projectId } = await client.get<{ id: string }>('/rest/projects/personal');
  const tables = `/rest/projects/${projectId}/data-tables`;
  const { data } = await client.get<{ data: Table[] }>(tables);
  const table = data.find((one) => one.name === name);
  if (!table) return [];
  const rows: Row[] = [];
  for (;;) {
    const query = `take=${pageSize}&skip=${rows.length}&sortBy=id:asc`;
    const page = await client.get<{ data: Row[] }>(`${tables}/${table.id}/rows?${query}`);
    rows.push(...page.data);
    if (page.data.length < pageSize) return rows;
  }
}
