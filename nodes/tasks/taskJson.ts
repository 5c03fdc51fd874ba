import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { shorten } from '../text/redact';
import { resultUrl } from './endOf';

/** The fields of an item. */
export type Fields = Record<string, unknown>;

/** The output of a task: all that the service told, its ID, and the video's address once it's known. */
export function taskJson(taskId: string, told: Task | undefined): Fields {
  const { error, ...task }: Fields = { ...told, id: taskId };
  // n8n takes a top-level "error" for a failure of the node, and would run it again.
  if (error !== undefined) task.taskError = error;
  const videoUrl = told && resultUrl(told);
  if (videoUrl !== undefined) task.videoUrl = videoUrl;
  return task;
}

/** The newest task, with what the service told only at its creation, such as its price. */
export function layOver(created: object | undefined, task: Task): Task {
  const ownFields: readonly string[] = Object.values(taskField);
  const further = Object.entries(created ?? {}).filter(([name]) => !ownFields.includes(name));
  return { ...Object.fromEntries(further), ...task };
}

/** Puts a node's own fields beside the service's, and renames the service's on a clash: `taskPaid`. */
export function keepApart(task: Fields, own: Fields): Fields {
  const moved = Object.entries(task).map(([name, value]) => [
    Object.hasOwn(own, name) ? `task${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
    value,
  ]);
  return { ...Object.fromEntries(moved), ...own };
}

/** In characters; records of this service have a few hundred. */
const longestKept = 2_000;

/**
 * A copy of a task to remember: all of a short record, and the ID and status of a long one, which would
 * fill n8n's memory and database.
 */
export function briefTask(task: object): Fields {
  const { [taskField.id]: id, [taskField.status]: status } = task as Fields;
  const shown = typeof status === 'string' ? shorten(status) : undefined;
  const isShort = JSON.stringify(task).length <= longestKept;
  const kept = isShort ? task : { [taskField.id]: String(id), [taskField.status]: shown };
  return JSON.parse(JSON.stringify(kept)) as Fields;
}
