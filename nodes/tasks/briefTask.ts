import { taskField } from '../generated/contract';

/** Records of this service have a few hundred characters. */
const longestKept = 2_000;
const longestStatus = 100;

/**
 * What is worth remembering of a task: all of a short record, and of a long one, which would fill
 * n8n's memory and database, what names the task. A copy, so that the answer itself can go.
 */
export function briefTask(task: object): Record<string, unknown> {
  const { [taskField.id]: id, [taskField.status]: status } = task as Record<string, unknown>;
  const shown = typeof status === 'string' ? status.slice(0, longestStatus) : undefined;
  const isShort = JSON.stringify(task).length <= longestKept;
  const kept = isShort ? task : { [taskField.id]: String(id), [taskField.status]: shown };
  return JSON.parse(JSON.stringify(kept)) as Record<string, unknown>;
}
