import { faultNumber, findFault } from '../faults/fault.ts';
import { type StoredTask } from '../tasks/task.ts';

/** When a finished task's callback is due (Unix milliseconds), or undefined if none is to be sent. */
export function planCallback(task: StoredTask, nowMs: number, speed: number): number | undefined {
  const { callback_url: url } = task.request;
  if (!url || findFault(task.faults, 'callback-lost')) return undefined;
  const late = findFault(task.faults, 'callback-late');
  return Math.round(nowMs + (late ? (faultNumber(late, 5) * 1000) / speed : 0));
}
