import { afterEach, describe, expect, it, vi } from 'vitest';
import { gates } from '../../../nodes/pace/gates.ts';
import { sendPaced } from '../../../nodes/service/sendPaced.ts';
import type { ServiceAnswer } from '../../../nodes/service/ServiceAnswer.ts';

afterEach(() => vi.restoreAllMocks());

/** A gate that decides this, and what it was told of the answer. */
function gateThat(turn: object) {
  const left: unknown[][] = [];
  const gate = { enter: async () => turn, leave: (...told: unknown[]) => void left.push(told) };
  vi.spyOn(gates, 'of').mockReturnValue(gate as never);
  return left;
}
const pass = {};
const request = {} as never;

describe('sendPaced', () => {
  const detail = '';
  it.each<[ServiceAnswer, string | undefined, number | undefined]>([
    [{ kind: 'task', httpStatus: 200, task: {} }, 'taken', undefined],
    [{ kind: 'busy', httpStatus: 429, detail }, 'refused', undefined],
    [{ kind: 'busy', httpStatus: 429, detail, retryAfterMs: 7 }, 'refused', 7],
    [{ kind: 'faulty', httpStatus: 500, detail, retryAfterMs: 7 }, 'taken', 7],
    [{ kind: 'faulty', httpStatus: 502, detail }, 'broken', undefined],
    [{ kind: 'faulty', httpStatus: 503, detail, retryAfterMs: 0 }, 'refused', 0],
    [{ kind: 'faulty', httpStatus: 504, detail, retryAfterMs: 7 }, 'refused', 7],
    [{ kind: 'unsent', code: '', detail }, 'broken', undefined],
    [{ kind: 'unanswered', code: '', detail }, 'broken', undefined],
    [{ kind: 'cancelled' }, undefined, undefined],
  ])('tells the gate what %j means', async (answer, verdict, retryAfterMs) => {
    const left = gateThat({ kind: 'go', pass });
    expect(await sendPaced('account', request, async () => answer)).toBe(answer);
    expect(left).toEqual([[pass, verdict, retryAfterMs]]);
  });

  it.each<[object, ServiceAnswer]>([
    [
      { kind: 'cancelled' },
      { kind: 'unsent', code: 'cancelled', detail: 'the execution was stopped' },
    ],
    [
      { kind: 'closed', forMs: 9 },
      {
        ...{ kind: 'busy', httpStatus: 429, retryAfterMs: 9, isHeldBack: true },
        detail: 'the service asked to wait longer',
      },
    ],
  ])('sends nothing where its turn does not come: %j', async (turn, answer) => {
    gateThat(turn);
    const send = vi.fn();
    expect(await sendPaced('account', request, send)).toEqual(answer);
    expect(send).not.toHaveBeenCalled();
  });

  it.each<[ServiceAnswer, number]>([
    [{ kind: 'faulty', httpStatus: 503, detail, retryAfterMs: 9 }, 503],
    [{ kind: 'busy', httpStatus: 509, detail }, 509],
    [{ kind: 'faulty', httpStatus: 500, detail }, 429],
    [{ kind: 'unsent', code: '', detail }, 429],
  ])('says in a pause who asked for it: after %j, %i', async (answer, httpStatus) => {
    const turn = { kind: 'go', pass, forMs: 9 };
    gateThat(turn);
    await sendPaced('account', request, async () => answer);
    turn.kind = 'closed';
    expect(await sendPaced('account', request, vi.fn())).toMatchObject({ httpStatus });
  });
});
