import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { shorten } from '../text/redact';
import { resultUrl } from './endOf';

/** The fields of an item, as n8n takes any. */
export type Fields = Record<string, unknown>;

/**
 * The output of a task: all that the service told, the id in any case, and the address of the
 * video once there is one.
 */
export function taskJson(taskId: string, told: Task | undefined): Fields {
  const { error, ...task }: Fields = { ...told, id: taskId };
  // n8n takes a top-level "error" for a failure of the node and would run it again.
  if (error !== undefined) task.taskError = error;
  const videoUrl = told && resultUrl(told);
  if (videoUrl !== undefined) task.videoUrl = videoUrl;
  return task;
}

/**
 * A task as it was seen last, with what the service told only when it made it, such as what it costs.
 * The contract's own fields count as they were seen last.
 */
export function layOver(created: object | undefined, task: Task): Task {
  const ownFields: readonly string[] = Object.values(taskField);
  const further = Object.entries(created ?? {}).filter(([name]) => !ownFields.includes(name));
  return { ...Object.fromEntries(further), ...task };
}

/**
 * Puts a node's own fields beside those of the service. A field of the service that has the name of
 * one of ours stays, under a name of its own: `paid` becomes `taskPaid`.
 */
export function keepApart(task: Fields, own: Fields): Fields {
  const moved = Object.entries(task).map(([name, value]) => [
    Object.hasOwn(own, name) ? `task${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
    value,
  ]);
  return { ...Object.fromEntries(moved), ...own };
}

/** Records of this service have a few hundred characters. */
const longestKept = 2_000;

/**
 * What is worth remembering of a task: all of a short record, and of a long one, which would fill
 * n8n's memory and database, what names the task. A copy, so that the answer itself can go.
 */
export function briefTask(task: object): Fields {
  const { [taskField.id]: id, [taskField.status]: status } = task as Fields;
  const shown = typeof status === 'string' ? shorten(status) : undefined;
  const isShort = JSON.stringify(task).length <= longestKept;
  const kept = isShort ? task : { [taskField.id]: String(id), [taskField.status]: shown };
  return JSON.parse(JSON.stringify(kept)) as Fields;
}
