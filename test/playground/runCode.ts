import type { Workflow } from '../../playground/rest/workflows.ts';

export type Json = Record<string, unknown>;
export const items = (rows: Json[] = []) => rows.map((json) => ({ json }));

/** Runs the code of one of a workflow's Code nodes as n8n does, with what other nodes gave. */
export function runCode(
  { id, nodes }: Workflow,
  node: string,
  input: Json[],
  others: Record<string, Json[]> = {},
): Json[] {
  const from = (rows?: Json[]) => ({ all: () => items(rows), first: () => items(rows)[0] });
  const code = String(nodes.find(({ name }) => name === node)!.parameters.jsCode);
  const body = new Function('$input', '$', '$workflow', code) as (...given: unknown[]) => unknown;
  const given = body(from(input), (name: string) => from(others[name]), { id });
  // As it comes from one node to the next.
  return JSON.parse(JSON.stringify((given as { json: Json }[]).map(({ json }) => json))) as Json[];
}
