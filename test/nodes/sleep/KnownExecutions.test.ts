import { describe, expect, it } from 'vitest';
import { callLostMs, KnownExecutions } from '../../../nodes/sleep/KnownExecutions.ts';

describe('calls that are to end a sleep', () => {
  it('wake it once; the next only when the first has been lost', () => {
    const calls = new KnownExecutions();
    expect(calls.isQueuedAgain('1', 'first', false)).toBe(false);
    expect(calls.letIn('1', 'first', 0)).toBe(true);
    expect(calls.letIn('1', 'first', callLostMs)).toBe(false);
    // n8n has queued it for the call, and for nothing else.
    expect(calls.isQueuedAgain('1', 'first', false)).toBe(true);
    expect(calls.isQueuedAgain('1', 'first', true)).toBe(false);
    expect(calls.letIn('1', 'first', callLostMs + 1)).toBe(true);
    expect(calls.isQueuedAgain('1', 'first', true)).toBe(true);
    expect(calls.letIn('1', 'first', callLostMs + 2)).toBe(false);
    expect(calls.letIn('2', 'first', 0)).toBe(true);
  });

  it('wake nothing from a sleep that is over, and wake from the next', () => {
    const calls = new KnownExecutions();
    calls.endSleep('1', 'first');
    expect(calls.letIn('1', 'first', 0)).toBe(false);
    expect(calls.isQueuedAgain('1', 'first', true)).toBe(true);
    expect(calls.isQueuedAgain('1', 'second', true)).toBe(false);
    expect(calls.letIn('1', 'second', 0)).toBe(true);
  });
});
