import { readExamples } from '../../../playground/demo/seed.ts';

export const example = (await readExamples()).find(({ id }) => id === 'vgRecovery000001')!;
export type Json = Record<string, unknown>;
const items = (rows: Json[]) => rows.map((json) => ({ json }));

/** Runs the code of one of the workflow's Code nodes as n8n does, with what other nodes gave. */
export function run(node: string, input: Json[], others: Record<string, Json[]>): Json[] {
  const code = String(example.nodes.find(({ name }) => name === node)!.parameters.jsCode);
  const from = (rows: Json[]) => ({ all: () => items(rows), first: () => items(rows)[0] });
  const body = new Function('$input', '$', '$workflow', code) as (...given: unknown[]) => unknown;
  const given = body(from(input), (name: string) => from(others[name] ?? []), {
    id: example.id,
  }) as { json: Json }[];
  return given.map(({ json }) => json);
}

export const minutesAgo = (minutes: number) =>
  new Date(Date.now() - minutes * 60_000).toISOString();
export const settings = { api: 'http://n8n/api/v1', settleMinutes: 2, callMinutes: 30 };
export const listed = (id: string, more: Json = {}) => ({
  id,
  status: 'crashed',
  workflowId: 'w',
  stoppedAt: minutesAgo(3),
  ...more,
});
