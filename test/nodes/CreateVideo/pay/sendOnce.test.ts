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
});
