import { describe, expect, it } from 'vitest';
import { callLostMs, Copies } from '../../../nodes/sleep/Copies.ts';

describe('calls that are to end a sleep', () => {
  it('wake it once; the next only when the first has been lost', () => {
    const calls = new Copies();
    expect(calls.isQueuedAgain('first', false)).toBe(false);
    expect(calls.letIn('first', 0)).toBe(true);
    expect(calls.letIn('first', callLostMs)).toBe(false);
    // n8n has queued it for the call, and for nothing else.
    expect(calls.isQueuedAgain('first', false)).toBe(true);
    expect(calls.isQueuedAgain('first', true)).toBe(false);
    expect(calls.letIn('first', callLostMs + 1)).toBe(true);
    expect(calls.isQueuedAgain('first', true)).toBe(true);
    expect(calls.letIn('first', callLostMs + 2)).toBe(false);
    expect(calls.letIn('of another', 0)).toBe(true);
  });

  it('wake nothing from a sleep that is over, and wake from the next', () => {
    const calls = new Copies();
    calls.endSleep('first');
    expect(calls.letIn('first', 0)).toBe(false);
    expect(calls.isQueuedAgain('first', true)).toBe(true);
    expect(calls.isQueuedAgain('second', true)).toBe(false);
    expect(calls.letIn('second', 0)).toBe(true);
  });

  it('wake nothing from any of the newest thousands that are over', () => {
    const calls = new Copies();
    const ids = Array.from({ length: 10_001 }, (_, n) => `${n}`);
    for (const id of ids) calls.endSleep(id);
    // Asking is a use: the oldest that is left comes first.
    expect(ids.slice(1).every((id) => calls.isQueuedAgain(id, true))).toBe(true);
    expect(calls.isQueuedAgain('0', true)).toBe(false);
  });
});
