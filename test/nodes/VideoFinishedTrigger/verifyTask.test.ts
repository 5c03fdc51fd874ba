import { describe, expect, it } from 'vitest';
import { Admission, bounds } from '../../../nodes/VideoFinishedTrigger/admission.ts';
import { verifyTask } from '../../../nodes/VideoFinishedTrigger/verifyTask.ts';
import type { TaskAnswer } from '../../../nodes/look/TaskAnswer.ts';

const unfinished: TaskAnswer = { kind: 'task', task: { status: 'rendering' } };
const failed: TaskAnswer = { kind: 'task', task: { status: 'failed' } };
const fault: TaskAnswer = { kind: 'fault', reason: 'HTTP 500' };

/** Where no time passes, so that nothing is added to what may be asked. */
const stillAdmission = () => new Admission({ nowMs: () => 0, sleep: () => new Promise(() => {}) });

describe('verifyTask', () => {
  const cases: { answers: TaskAnswer[]; want: object; pauses: number[] }[] = [
    { answers: [failed], want: { task: failed.task }, pauses: [] },
    { answers: [unfinished, fault, failed], want: { task: failed.task }, pauses: [1_000, 2_000] },
    {
      answers: [unfinished, unfinished, unfinished],
      want: { httpStatus: 409, message: 'The task isn’t finished yet' },
      pauses: [1_000, 2_000],
    },
    {
      answers: Array(3).fill({ kind: 'notFound', reason: 'HTTP 404' }),
      want: { httpStatus: 404, message: 'There is no such task' },
      pauses: [1_000, 2_000],
    },
    {
      answers: [fault, fault, { kind: 'busy', reason: 'HTTP 429' }],
      want: { httpStatus: 503, message: 'The task can’t be checked with the service right now' },
      pauses: [1_000, 2_000],
    },
    {
      answers: [{ kind: 'refused', reason: 'HTTP 401' }],
      want: { httpStatus: 502, message: 'The service refused to tell the status of the task' },
      pauses: [],
    },
  ];
  for (const { answers, want, pauses } of cases)
    it(`makes ${JSON.stringify(want)} of ${answers.map(({ kind }) => kind).join(', ')}`, async () => {
      const paused: (number | 'let go')[] = [];
      const left = [...answers];
      const verified = await verifyTask({
        ask: async () => left.shift()!,
        beforeWait: async () => void paused.push('let go'),
        pause: async (durationMs) => void paused.push(durationMs),
        admission: stillAdmission(),
        caller: 'service',
      });
      expect(verified).toEqual(want);
      expect(paused).toEqual(pauses.flatMap((durationMs) => ['let go', durationMs]));
      expect(left).toEqual([]);
    });

  it('looks once at a task that is not known, and again at one that is, while many calls come', async () => {
    const admission = stillAdmission();
    for (let count = 0; count <= bounds.fruitless / 2; count++) {
      await admission.enter('stranger');
      admission.leave('stranger', 'nothing');
    }
    const asked: string[] = [];
    const verify = (name: string, answers: TaskAnswer[]) =>
      verifyTask({
        ask: async () => (asked.push(name), answers.shift()!),
        beforeWait: async () => {},
        pause: async () => {},
        admission,
        caller: 'service',
      });
    expect(await verify('unknown', [{ kind: 'notFound', reason: '' }])).toMatchObject({
      httpStatus: 404,
    });
    expect(await verify('known', [unfinished, failed])).toEqual({ task: failed.task });
    expect(asked).toEqual(['unknown', 'known', 'known']);
  });

  it('leaves its place when the question itself fails', async () => {
    const admission = stillAdmission();
    const failing = () =>
      verifyTask({
        ask: async () => Promise.reject(new Error('no credential')),
        beforeWait: async () => {},
        pause: async () => {},
        admission,
        caller: 'service',
      });
    for (let count = 0; count <= bounds.atOnce; count++)
      await expect(failing()).rejects.toThrow('no credential');
  });
});
