import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { redact } from '../text/redact';

/** Fields that hold words for people in interfaces of this kind; the contract names none. */
const speaking = ['error', 'message', 'detail', 'reason', 'title'];
const ownFields: readonly string[] = Object.values(taskField);
const deepest = 4;

/**
 * What the service says about a task beyond the contract's fields, in one line; empty when it says
 * nothing. Its `error` and `message` come first, whatever their shape.
 */
export function whatWasSaid(task: Task): string {
  const further = Object.entries(task).filter(([name]) => !ownFields.includes(name));
  return redact(wordsOf(Object.fromEntries(further)));
}

/** The words of a record whose shape the contract does not show (2.2, 7). */
export function wordsOf(value: unknown, depth = deepest): string {
  if (value === null || value === undefined || depth === 0) return '';
  if (typeof value !== 'object') return String(value).trim();
  const isList = Array.isArray(value);
  const rank = (name: string) => (speaking.includes(name) ? 0 : 1);
  const words = Object.entries(value)
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([name, inner]) => {
      const text = wordsOf(inner, depth - 1);
      return isList || text === '' || speaking.includes(name) ? text : `${name}: ${text}`;
    });
  return [...new Set(words)].filter((text) => text !== '').join('; ');
}
