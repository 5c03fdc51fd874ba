import { taskField } from '../generated/contract';

/** Records of this service have a few hundred characters. */
const longestKept = 2_000;
const longestStatus = 100;

type Fields = Record<string, unknown>;

/**
 * What is worth remembering of a task: all of a short record, and of a long one, which would fill
 * n8n's memory and database, what names the task. A copy, so that the answer itself can go.
 */
export function briefTask(task: object): Fields {
  const text = JSON.stringify(task);
  if (text.length <= longestKept) return JSON.parse(text) as Fields;
  return JSON.parse(JSON.stringify(bareTask(task as Fields))) as Fields;
}

/** What names a task, and its status as text. */
export function bareTask({ [taskField.id]: id, [taskField.status]: status }: Fields): Fields {
  const bare: Fields = { [taskField.id]: String(id) };
  if (typeof status === 'string') bare[taskField.status] = status.slice(0, longestStatus);
  return bare;
}
