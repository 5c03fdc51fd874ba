import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../nodes/errors/Failure.ts';
import type { ServiceAnswer } from '../../../../nodes/service/ServiceAnswer.ts';
import { readOutcome } from '../../../../nodes/CreateVideo/pay/outcomes.ts';
import { readAnswer } from '../../../../nodes/service/readAnswer.ts';
import { hideSecret } from '../../../../nodes/text/redact.ts';

const base = 'https://service.test';
const read = (httpStatus: number, text: string, broken?: 'reset' | 'timeout' | 'tooLarge') =>
  readOutcome(
    readAnswer(
      { httpStatus, headers: {}, body: { text, ...(broken ? { broken } : {}) } },
      hideSecret('key-0123456789'),
      0,
    ),
    base,
  );

describe('readOutcome', () => {
  it('keeps every field of the answer', () => {
    const task = { id: 't1', status: 'pending', credits: 3, nested: { a: [1] } };
    expect(read(200, JSON.stringify(task))).toEqual({ kind: 'accepted', task });
  });

  it('keeps of a long answer what names the task: the process remembers thousands', () => {
    const text = JSON.stringify({ id: 'a', x: 'y'.repeat(5_000) });
    expect(read(200, text)).toEqual({ kind: 'accepted', task: { id: 'a' } });
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

  it.each([
    [301, 'moved', 'no'],
    [302, 'redirected', 'unknown'],
    [303, 'redirected', 'unknown'],
    [307, 'moved', 'no'],
    [308, 'moved', 'no'],
  ])('says of a redirect with %i that it is %s, and charged: %s', (httpStatus, reason, paid) => {
    const location = 'https://www.service.test/v1/videos/generations';
    const answer = { kind: 'redirected', httpStatus, location, detail: '' } as const;
    const { failure } = readOutcome(answer, base) as { failure: Failure };
    expect(failure).toMatchObject({ reason, paid, httpStatus });
    expect(failure.message).toBe(
      `The service answered with a redirect to ${location} (HTTP ${httpStatus})`,
    );
    expect(failure.description.includes('Check the service’s dashboard')).toBe(paid === 'unknown');
  });

  it.each<[ServiceAnswer, string, string, string, string]>([
    [
      { kind: 'unauthorized', httpStatus: 403, detail: 'no such key' },
      ...(['unauthorized', 'no'] as const),
      'The service refused the API key (HTTP 403)',
      'Nothing was charged. Check the API key and the Base URL of the VideoGen API credential. Then try again. Details: no such key',
    ],
    [
      { kind: 'refused', httpStatus: 400, detail: 'a\nb' },
      ...(['refused', 'no'] as const),
      'The service refused the request (HTTP 400)',
      'Nothing was charged. Fix the problem it names. Then try again. Details: a\nb',
    ],
    [
      { kind: 'refused', httpStatus: 400, detail: '' },
      ...(['refused', 'no'] as const),
      'The service refused the request (HTTP 400)',
      'Nothing was charged. Fix the problem it names. Then try again.',
    ],
    [
      { kind: 'refused', httpStatus: 400, detail: 'x'.repeat(200) },
      ...(['refused', 'no'] as const),
      'x'.repeat(200),
      'Nothing was charged. The service refused the request (HTTP 400). Fix the problem it names. Then try again.',
    ],
    [
      { kind: 'task', httpStatus: 200, task: { data: 1, 'x-id': 2 } },
      ...(['noTaskId', 'unknown'] as const),
      'The service accepted the request, but its answer holds no task ID (HTTP 200)',
      'The video may have been created and charged. Check the service’s dashboard before you order this again. Details: its answer has the fields data, x-id',
    ],
    [
      { kind: 'cancelled' },
      ...(['cancelled', 'unknown'] as const),
      'The execution was stopped while the request was under way',
      'The video may have been created and charged. Check the service’s dashboard before you order this again.',
    ],
  ])('tells of %o what happened, what was charged, and a next step', (...test) => {
    const [answer, reason, paid, message, description] = test;
    const outcome = readOutcome(answer, base);
    expect(outcome).toMatchObject({ failure: { reason, paid, message, description } });
    expect(outcome.kind).toBe(paid === 'no' ? 'notCreated' : 'unknown');
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
