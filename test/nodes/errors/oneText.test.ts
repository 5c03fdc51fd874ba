import { describe, expect, it } from 'vitest';
import { sayInMessage } from '../../../nodes/errors/oneText.ts';

const failed = (message: string, parts: object = {}) =>
  Object.assign(new Error(message), { context: {} }, parts);
const textOf = (error: unknown) => (error as Error).message;

describe('sayInMessage', () => {
  it('adds the description to the message', () => {
    const error = failed('Task a failed', { description: 'Create a new task.' });
    expect(textOf(sayInMessage(error))).toBe('Task a failed. Create a new task.');
  });

  it('adds the tasks that neither of them names', () => {
    const rows = [
      { row: 1, paid: 'yes', taskId: 'a' },
      { row: 2, paid: 'no' },
      { row: 3, paid: 'yes', taskId: 'c' },
    ];
    const error = failed('Row 1: task a failed', { context: { rows } });
    expect(textOf(sayInMessage(error))).toBe('Row 1: task a failed. All other tasks: row 3 (c).');
  });

  it('leaves what is no error as it is', () => {
    expect(sayInMessage('odd')).toBe('odd');
    expect(sayInMessage(undefined)).toBe(undefined);
  });

  it('ends a message without a description like a sentence, once', () => {
    expect(textOf(sayInMessage(failed('Stopped.')))).toBe('Stopped.');
  });
});
