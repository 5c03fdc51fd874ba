import type { Row } from './Failure';

interface Told {
  message?: unknown;
  description?: unknown;
  context?: { rows?: Row[] };
}

/**
 * Puts all that a person needs into an error's message, where n8n stores nothing else of it: what
 * was charged, what to do now, and every task.
 *
 * @returns the same error; what is no error stays as it is
 */
export function sayInMessage(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { description, context } = error as Told;
  const told = [error.message, description].filter((text) => typeof text === 'string' && text);
  const text = told.join(' ');
  const unnamed = (context?.rows ?? []).flatMap(({ row, taskId }) =>
    taskId === undefined || text.includes(taskId) ? [] : [`row ${row} (${taskId})`],
  );
  if (unnamed.length > 0) told.push(`All other tasks: ${unnamed.join(', ')}.`);
  error.message = told.map((part) => endSentence(part as string)).join(' ');
  return error;
}

const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
