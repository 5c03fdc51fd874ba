import { describe, expect, it } from 'vitest';
import { verifyTask } from '../../../nodes/VideoFinishedTrigger/verifyTask.ts';
import type { TaskAnswer } from '../../../nodes/waiting/answer.ts';

const unfinished: TaskAnswer = { kind: 'task', task: { status: 'rendering' } };
const failed: TaskAnswer = { kind: 'task', task: { status: 'failed' } };
const fault: TaskAnswer = { kind: 'fault', reason: 'HTTP 500' };

describe('verifyTask', () => {
  const cases: { answers: TaskAnswer[]; want: object; pauses: number[] }[] = [
    { answers: [failed], want: { task: failed.task }, pauses: [] },
    { answers: [unfinished, fault, failed], want: { task: failed.task }, pauses: [1_000, 2_000] },
    {
      answers: [unfinished, unfinished, unfinished],
      want: { httpStatus: 409, message: 'The task is not finished' },
      pauses: [1_000, 2_000],
    },
    {
      answers: Array(3).fill({ kind: 'notFound', reason: 'HTTP 404' }),
      want: { httpStatus: 404, message: 'There is no such task' },
      pauses: [1_000, 2_000],
    },
    {
      answers: [fault, fault, { kind: 'busy', reason: 'HTTP 429' }],
      want: { httpStatus: 503, message: 'The task could not be verified at this time' },
      pauses: [1_000, 2_000],
    },
    {
      answers: [{ kind: 'refused', reason: 'HTTP 401' }],
      want: { httpStatus: 502, message: 'The task could not be verified' },
      pauses: [],
    },
  ];
  for (const { answers, want, pauses } of cases)
    it(`makes ${JSON.stringify(want)} of ${answers.map(({ kind }) => kind).join(', ')}`, async () => {
      const paused: number[] = [];
      const left = [...answers];
      const verified = await verifyTask(
        async () => left.shift()!,
        async (durationMs) => void paused.push(durationMs),
      );
      expect(verified).toEqual(want);
      expect(paused).toEqual(pauses);
      expect(left).toEqual([]);
    });
});
