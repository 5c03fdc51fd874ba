import type { Task } from '../generated/types';

/** Exactly one of the two, or none when the answer is about no task at all. */
interface Recognized {
  task?: Task;
  /** Why the answer is not to be believed. */
  contradiction?: string;
}

const longestStatus = 60;

/**
 * Reads the task of an answer, which stands at its top (contract 4.2). One that is about another task
 * is not to be believed: a cache may have mixed up two answers.
 *
 * @param taskId - the task that was asked for
 */
export function recognizeTask(answer: Record<string, unknown>, taskId: string): Recognized {
  const { id, status } = answer;
  if (typeof status !== 'string') return {};
  // An answer need not repeat the id: the contract does not show it.
  const isSame = id === undefined || id === null || id === '' || String(id).trim() === taskId;
  if (!isSame) return { contradiction: `the answer is about task "${shorten(String(id))}"` };
  return { task: { ...answer, status: shorten(status) } };
}

const shorten = (text: string) =>
  text.length > longestStatus ? `${text.slice(0, longestStatus)}…` : text;
