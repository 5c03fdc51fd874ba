import type { Task } from '../generated/types';
import { endOf } from './endOf';

/** Address of the finished video: element 0 of `results` of a completed task, when it is one. */
export function resultUrl(task: Task): string | undefined {
  if (endOf(task.status) !== 'completed') return undefined;
  const url: unknown = Array.isArray(task.results) ? task.results[0] : undefined;
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined;
}
