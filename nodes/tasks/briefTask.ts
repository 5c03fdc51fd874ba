import { taskField } from '../generated/contract';

/** Records of this service have a few hundred characters. */
const longestKept = 2_000;
const longestStatus = 100;

/**
 * What is worth remembering of a task: all of a short record, and of a long one, which would fill
 * n8n's memory and database, what names the task. A copy, so that the answer itself can go.
 */
export function briefTask(task: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(task);
  return JSON.parse(text.length <= longestKept ? text : JSON.stringify(bareTask(task))) as Record<
    string,
    unknown
  >;
}

/** What names a task, and its status as text. */
export function bareTask(task: Record<string, unknown>): Record<string, unknown> {
  const { [taskField.id]: id, [taskField.status]: status } = task;
  return {
    [taskField.id]: String(id),
    ...(typeof status === 'string' && { [taskField.status]: status.slice(0, longestStatus) }),
  };
}
