import type { IExecuteFunctions } from 'n8n-workflow';
import { runDataOf } from '../n8n/howItRuns';
import { taskField } from '../generated/contract';

/** What Create Video knows of a task that it has created. */
export interface CreatedTask {
  /** When the service answered, in ms since the epoch. */
  atMs: number;
}

/** Where Create Video keeps its record in its node context. */
export const ordersKey = 'orders';

/** What is read of that record here. */
interface Book {
  passes: Record<string, { rows: Record<string, CreatedRow> }>;
}
interface CreatedRow {
  executionId: string;
  atMs: number;
  result: { kind: string; task?: Record<string, unknown> };
}

/** The tasks that were created in this execution, as far as n8n lets a node read another's record. */
export function findCreatedTasks(context: IExecuteFunctions): Map<string, CreatedTask> {
  const executionId = context.getExecutionId();
  const contexts = Object.values(runDataOf(context)?.executionData?.contextData ?? {});
  const rows = contexts
    .flatMap((stored) => Object.values((stored[ordersKey] as Book | undefined)?.passes ?? {}))
    .flatMap((pass) => Object.values(pass.rows));
  const created = new Map<string, CreatedTask>();
  for (const { executionId: own, atMs, result } of rows)
    if (own === executionId && result.task !== undefined)
      created.set(String(result.task[taskField.id]), { atMs });
  return created;
}
