import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOutcome } from '../../../../nodes/CreateVideo/pay/outcomes.ts';
import { readAnswer } from '../../../../nodes/service/readAnswer.ts';

const base = 'https://service.test';
const read = (httpStatus: number, text: string, broken?: 'reset' | 'timeout' | 'tooLarge') =>
  readOutcome(
    readAnswer({ httpStatus, headers: {}, body: { text, ...(broken ? { broken } : {}) } }, 0),
    base,
  );

describe('readOutcome', () => {
  it('keeps every field of the answer', () => {
    const task = { id: 't1', status: 'pending', credits: 3, nested: { a: [1] } };
    expect(read(200, JSON.stringify(task))).toEqual({ kind: 'accepted', task });
  });

  it('takes an id that is a number', () => {
    expect(read(200, '{"id":7,"status":"pending"}')).toEqual({
      kind: 'accepted',
      task: { id: '7', status: 'pending' },
    });
  });

  it('does not take an id from inside another object for the task’s', () => {
    const outcome = read(200, '{"error":{"id":"err_1"},"status":"pe', 'reset');
    expect(outcome).toMatchObject({ kind: 'unknown', failure: { paid: 'unknown' } });
    expect('failure' in outcome && outcome.failure.taskId).toBeUndefined();
    expect('failure' in outcome && outcome.failure.description).toContain(
      'its answer names id "err_1"',
    );
  });

  it('calls 303 unknown, since the service did something', () => {
    expect(read(303, '').kind).toBe('unknown');
    expect(read(307, '').kind).toBe('notCreated');
  });

  it('never takes a mangled answer for a created task, and never loses a whole id', () => {
    const whole = fc.record({
      id: fc.string({ minLength: 1 }).filter((id) => id.trim() !== ''),
      status: fc.string(),
      extra: fc.jsonValue(),
    });
    const mangle = fc.oneof(
      whole.chain((task) => {
        const text = JSON.stringify(task);
        return fc.nat(text.length - 1).map((length) => text.slice(0, length));
      }),
      whole.map((task) => `<p>${JSON.stringify(task)}</p>`),
      whole.map((task) => JSON.stringify([task])),
      fc.json(),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(mangle, fc.integer({ min: 100, max: 599 }), (text, httpStatus) => {
        const outcome = read(httpStatus, text);
        if (outcome.kind === 'accepted') {
          expect(httpStatus).toBeGreaterThanOrEqual(200);
          expect(httpStatus).toBeLessThan(300);
          expect(String(outcome.task.id).trim()).not.toBe('');
        } else {
          expect(outcome.failure.message).toBeTruthy();
          expect(outcome.failure.description).toMatch(
            /^(Nothing was charged|The video was charged|The video may have been created and charged)\./,
          );
        }
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(whole, (task) => {
        const text = JSON.stringify(task);
        const afterId = JSON.stringify({ id: task.id }).length - 1;
        for (const length of [afterId, text.length - 1]) {
          const outcome = read(200, text.slice(0, length), 'reset');
          // One that can't be asked for is shown as JSON has it.
          const shown = JSON.stringify(task.id.slice(0, 200)).slice(1, -1);
          const isAsked = outcome.kind === 'accepted';
          const known = isAsked ? outcome.task.id : outcome.failure.taskId;
          expect(known).toBe(isAsked ? task.id : shown);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
