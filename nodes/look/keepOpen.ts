import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { leftOutField } from '../tasks/taskJson';

/** As JSON: a usual record has a few hundred letters. */
const longest = 2_000;

/**
 * What is kept of a task that goes on: it is held in memory, and stored with the execution, only to
 * be shown until the next answer. Of a long record the fields that fit, its status in any case.
 *
 * @returns the task itself when it is short
 */
export function keepOpen(task: Task): Task {
  if (JSON.stringify(task).length <= longest) return task;
  const { [leftOutField]: before, ...told } = task as Task & { [leftOutField]?: unknown };
  const kept: Array<[string, unknown]> = [[taskField.status, task.status]];
  const leftOut: unknown[] = Array.isArray(before) ? [...before] : [];
  let left = longest / 2;
  for (const [name, value] of Object.entries(told)) {
    if (name === taskField.status) continue;
    const length = name.length + JSON.stringify(value ?? null).length;
    if (length <= left) {
      kept.push([name, value]);
      left -= length;
    } else if (name.length <= left) {
      leftOut.push(name);
      left -= name.length;
    }
  }
  return Object.fromEntries([...kept, [leftOutField, leftOut]]) as unknown as Task;
}
