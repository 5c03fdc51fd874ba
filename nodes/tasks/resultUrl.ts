import type { Task } from '../generated/types';
import { endOf } from './endOf';

/**
 * Address of the finished video: element 0 of `results` of a completed task (contract 2.2). Services
 * of this kind also put the address into an object, and copy blanks or quotes along with it.
 */
export function resultUrl(task: Task): string | undefined {
  if (endOf(task.status) !== 'completed') return undefined;
  const results: unknown = task.results;
  const first: unknown = Array.isArray(results) ? results[0] : results;
  const told: unknown = Object(first) === first ? (first as { url?: unknown }).url : first;
  if (typeof told !== 'string') return undefined;
  const url = told.replace(/^[\s\u200B"'<]+|[\s\u200B"'>]+$/g, '');
  return /^https?:\/\/(?!https?:)/i.test(url) && URL.canParse(url) ? url : undefined;
}
