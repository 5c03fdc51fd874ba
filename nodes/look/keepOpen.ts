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

/**
 * Words with which services of this kind end a task without a video. They are our reading: the
 * document names none of them. A word that may stand for a beginning or a middle is not one.
 */
const endingWords = new Set([
  ...['canceled', 'cancelled', 'aborted', 'terminated'],
  ...['expired', 'timeout', 'timedout'],
  ...['rejected', 'denied'],
  ...['error', 'errored', 'failure'],
]);

/**
 * Whether a status that the document does not name sounds like the end of its task.
 *
 * @param status - in any case, its words joined in any way: "Timed out", "TIMED_OUT"
 */
export const readsAsEnd = (status: string): boolean =>
  endingWords.has(status.toLowerCase().replace(/[\s_-]+/g, ''));
