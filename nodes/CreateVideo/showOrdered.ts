import type { INodeExecutionData } from 'n8n-workflow';
import { taskField } from '../generated/contract';
import type { Pass } from './pay/Pass';

const whatNext =
  'n8n is still ordering the rows of this table. Stopping the execution doesn’t stop videos that are already ordered.';

/**
 * What n8n shows of the node while the execution is stored between two pages: each video that was
 * ordered, and how many rows are left.
 */
export function showOrdered({ rows }: Pass): INodeExecutionData[] {
  const all = Object.entries(rows);
  const ordered = all.flatMap(([itemIndex, { result, label }]) => {
    if (result.kind !== 'accepted') return [];
    const id = String(result.task[taskField.id]);
    const json = { [taskField.id]: id, paid: 'yes', ...(label !== undefined && { label }) };
    return [{ json, pairedItem: { item: Number(itemIndex) } }];
  });
  const left = all.filter(([, { result }]) => result.kind === 'planned').length;
  return [...ordered, { json: { rowsLeft: left, note: whatNext }, pairedItem: { item: 0 } }];
}
