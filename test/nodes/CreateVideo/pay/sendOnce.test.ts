import { describe, expect, it } from 'vitest';
import { sendOnce } from '../../../../nodes/CreateVideo/pay/sendOnce.ts';
import type { Patience } from '../../../../nodes/pace/Gate.ts';
import type { ServiceAnswer } from '../../../../nodes/service/ServiceAnswer.ts';

describe('sendOnce', () => {
  it('keeps its place at the front once the service has refused it as too much', async () => {
    const answers: ServiceAnswer[] = [
      { kind: 'busy', httpStatus: 429, detail: '' },
      { kind: 'busy', httpStatus: 429, detail: '' },
      { kind: 'task', httpStatus: 200, task: { id: 'a' } },
    ];
    const asked: Patience[] = [];
    const post = async (patience: Patience) => answers[asked.push(patience) - 1]!;
    const sleep = async () => {};
    expect(await sendOnce(post, 9, sleep)).toBe(answers[2]);
    // The gate notes in it since when the request has been refused.
    expect(asked).toEqual([{ budgetMs: 9 }, { budgetMs: 9 }, { budgetMs: 9 }]);
    expect(new Set(asked).size).toBe(1);
  });

  it('stops asking once the service asks to wait longer, and says what it said first', async () => {
    const said: ServiceAnswer = { kind: 'busy', httpStatus: 503, detail: 'full' };
    const held: ServiceAnswer = { kind: 'busy', httpStatus: 429, detail: '', isHeldBack: true };
    const orderWith = async (...answers: ServiceAnswer[]) =>
      await sendOnce(
        async () => answers.shift()!,
        9,
        async () => {},
      );
    expect(await orderWith(said, held)).toBe(said);
    expect(await orderWith(held)).toBe(held);
  });

  it('tries a connection that does not come about three times, with longer pauses', async () => {
    const unsent: ServiceAnswer = { kind: 'unsent', code: 'ECONNREFUSED', detail: '' };
    let sent = 0;
    const pauses: number[] = [];
    const post = async () => (sent++, unsent);
    const sleep = async (ms: number) => {
      pauses.push(ms);
      throw new Error('the execution was stopped');
    };
    expect(await sendOnce(post, 9, sleep)).toBe(unsent);
    expect([sent, pauses]).toEqual([3, [1_000, 2_000]]);
  });
});
