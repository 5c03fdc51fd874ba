import { describe, expect, it } from 'vitest';
import { sendOnce } from '../../../../nodes/CreateVideo/pay/sendOnce.ts';
import type { Patience } from '../../../../nodes/pace/Pacer.ts';
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
    expect(await sendOnce(post, { busyBudgetMs: 9, sleep })).toBe(answers[2]);
    expect(asked).toEqual([
      { budgetMs: 9 },
      { budgetMs: 9, wasRefused: true },
      { budgetMs: 9, wasRefused: true },
    ]);
  });
});
