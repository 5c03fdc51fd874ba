import { describe, expect, it } from 'vitest';
import { sendOrder } from '../../../../nodes/CreateVideo/pay/sendOrder.ts';
import type { Patience } from '../../../../nodes/pace/Gate.ts';
import type { RequestOptions } from '../../../../nodes/service/connectService.ts';
import type { ServiceAnswer } from '../../../../nodes/service/readAnswer.ts';

const { signal } = new AbortController();

/** Sends one request to a service that gives these answers, and notes how it was asked. */
async function send(...answers: ServiceAnswer[]) {
  const asked: Array<Patience | undefined> = [];
  const pausesMs: number[] = [];
  const timeoutsMs = new Set<number>();
  const createVideo = async (_: object, { patience, timeoutMs }: RequestOptions) => {
    timeoutsMs.add(timeoutMs);
    return answers[asked.push(patience) - 1]!;
  };
  const sleep = async (ms: number) => {
    pausesMs.push(ms);
    throw new Error('the execution was stopped');
  };
  const answer = await sendOrder({ createVideo }, {} as never, signal, sleep);
  return { answer, asked, pausesMs, timeoutsMs };
}

describe('sendOrder', () => {
  const busy: ServiceAnswer = { kind: 'busy', httpStatus: 503, detail: 'full' };

  it('keeps its place at the front once the service has refused it as too much', async () => {
    const task: ServiceAnswer = { kind: 'task', httpStatus: 200, task: { id: 'a' } };
    const { answer, asked } = await send(busy, busy, task);
    expect(answer).toBe(task);
    // The gate notes in it since when the request has been refused.
    expect([asked.length, new Set(asked).size]).toEqual([3, 1]);
    expect(asked[0]).toEqual({ budgetMs: 120_000 });
  });

  it('stops asking once the service asks to wait longer, and says what it said first', async () => {
    const held: ServiceAnswer = { kind: 'busy', httpStatus: 429, detail: '', isHeldBack: true };
    expect((await send(busy, held)).answer).toBe(busy);
    expect((await send(held)).answer).toBe(held);
  });

  it('tries a connection that does not come about three times, with longer pauses and five minutes for each answer', async () => {
    const unsent: ServiceAnswer = { kind: 'unsent', code: 'ECONNREFUSED', detail: '' };
    const { answer, asked, pausesMs, timeoutsMs } = await send(unsent, unsent, unsent);
    expect([answer, asked.length, pausesMs]).toEqual([unsent, 3, [1_000, 2_000]]);
    expect([...timeoutsMs]).toEqual([5 * 60_000]);
  });
});
