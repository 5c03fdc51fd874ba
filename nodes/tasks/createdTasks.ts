import { taskField } from '../generated/contract';

/** What Create Video knows of a task that it has created. */
export interface CreatedTask {
  /** When the service answered, in ms since the epoch. */
  atMs: number;
}

/** Where Create Video keeps its record in its node context. */
export const ordersKey = 'orders';

/** What is read of that record here. */
interface Orders {
  passes: Record<string, { rows: Record<string, CreatedRow> }>;
}
interface CreatedRow {
  executionId: string;
  atMs: number;
  result: { task?: Record<string, unknown> };
}

/**
 * The tasks that were created in this execution.
 *
 * @param contextData - what all nodes of the execution keep, as far as n8n shows it to a node
 */
export function findCreatedTasks(
  executionId: string,
  contextData: Record<string, Record<string, unknown>> = {},
): Map<string, CreatedTask> {
  const rows = Object.values(contextData)
    .flatMap((stored) => Object.values((stored[ordersKey] as Orders | undefined)?.passes ?? {}))
    .flatMap((pass) => Object.values(pass.rows));
  const created = new Map<string, CreatedTask>();
  for (const { executionId: own, atMs, result } of rows)
    if (own === executionId && result.task !== undefined)
      created.set(String(result.task[taskField.id]), { atMs });
  return created;
}
