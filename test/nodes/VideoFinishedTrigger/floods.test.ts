import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../../../nodes/look/TaskAnswer.ts';
import { findEndedTask } from '../../../nodes/VideoFinishedTrigger/findEndedTask.ts';
import { KnownTasks } from '../../../nodes/VideoFinishedTrigger/KnownTasks.ts';
import { bounds, LookBudget } from '../../../nodes/VideoFinishedTrigger/LookBudget.ts';

const unknown: TaskAnswer = { kind: 'notFound', reason: 'HTTP 404' };
const ended = (status: string): TaskAnswer => ({ kind: 'task', task: { status } });

/** A trigger whose looks take a turn of the event loop, and whose time passes when it is told to. */
function trigger(answer: (taskId: string) => TaskAnswer, wanted = ['completed', 'failed']) {
  let nowMs = 0;
  const looksAtMs: number[] = [];
  const budget = new LookBudget(() => nowMs);
  const tasks = new KnownTasks();
  let underWay = 0;
  let mostUnderWay = 0;
  const starts: string[] = [];
  return {
    looksAtMs,
    starts,
    budget,
    pass: (durationMs: number) => void (nowMs += durationMs),
    mostUnderWay: () => mostUnderWay,
    call: async (taskId: string, caller = 'stranger') =>
      await findEndedTask({
        ...{ taskIds: [taskId], caller, budget, tasks },
        async ask() {
          looksAtMs.push(nowMs);
          mostUnderWay = Math.max(mostUnderWay, ++underWay);
          await new Promise((resolve) => setImmediate(resolve));
          underWay -= 1;
          return answer(taskId);
        },
        whyNot: (id) => tasks.whyNot(id, wanted, {}),
        start(id) {
          starts.push(id);
          tasks.start(id, {});
        },
        pause: async () => {},
      }),
  };
}

/** Many calls, as many at once as the trigger holds. */
async function flood(count: number, call: (index: number) => Promise<object>): Promise<object[]> {
  const replies: object[] = [];
  for (let from = 0; from < count; from += bounds.waiting) {
    const size = Math.min(bounds.waiting, count - from);
    replies.push(
      ...(await Promise.all(Array.from({ length: size }, (_, index) => call(from + index)))),
    );
  }
  return replies;
}

const statusOf = (replies: object[], httpStatus: number) =>
  replies.filter((one) => (one as { httpStatus?: number }).httpStatus === httpStatus);

describe('a flood of 3,000 calls', () => {
  it.each<[string, TaskAnswer, (index: number) => string, number]>([
    ['made-up IDs', unknown, (index) => `forged_${index}`, bounds.perMinuteAndCaller],
    ['one unknown ID', unknown, () => 'forged', bounds.perMinuteAndCaller],
    ['one unfinished task', ended('pending'), () => 'slow', bounds.perMinuteAndCaller],
    ['one failed task', ended('failed'), () => 'failed', bounds.atOnce],
  ])('with %s causes few looks', async (_, answer, idOf, most) => {
    const { call, looksAtMs, starts, mostUnderWay } = trigger(() => answer, ['completed']);
    await flood(3_000, async (index) => await call(idOf(index)));
    expect(looksAtMs.length).toBeLessThanOrEqual(most);
    expect(mostUnderWay()).toBeLessThanOrEqual(bounds.atOnce);
    expect(starts).toEqual([]);
  });

  it('counts each look at the end of a task but the first one', async () => {
    const { call, budget } = trigger(() => ended('completed'));
    await Promise.all(Array.from({ length: bounds.atOnce }, async () => await call('a')));
    let left = 0;
    while (budget.count('stranger') !== undefined) left += 1;
    expect(left).toBe(bounds.perMinuteAndCaller - (bounds.atOnce - 1));
  });

  it('with a task that has started before causes no look', async () => {
    const { call, looksAtMs, starts } = trigger(() => ended('completed'));
    await call('a');
    const replies = await flood(3_000, async () => await call('a'));
    expect(statusOf(replies, 200)).toHaveLength(3_000);
    expect(looksAtMs).toHaveLength(1);
    expect(starts).toEqual(['a']);
  });

  it('from many addresses causes the looks that the docs say in a minute, and others after it', async () => {
    const { call, looksAtMs, pass } = trigger(() => unknown);
    const fromMany = async (index: number) => await call(`forged_${index}`, `stranger ${index}`);
    await flood(3_000, fromMany);
    expect(looksAtMs).toHaveLength(bounds.perMinute);
    pass(59_999);
    expect(await call('forged', 'another')).toMatchObject({ httpStatus: 429 });
    pass(1);
    await flood(3_000, fromMany);
    expect(looksAtMs).toHaveLength(2 * bounds.perMinute);
  });

  it('from one address leaves room for the service', async () => {
    const { call, starts } = trigger((id) =>
      id.startsWith('real') ? ended('completed') : unknown,
    );
    await flood(3_000, async (index) => await call(`forged_${index}`));
    await Promise.all([1, 2, 3].map(async (index) => await call(`real_${index}`, 'service')));
    expect(starts).toEqual(['real_1', 'real_2', 'real_3']);
  });

  it('at once is turned away but for those that can wait', async () => {
    const { call } = trigger(() => unknown);
    const calls = Array.from({ length: 3_000 }, async (_, index) => await call(`forged_${index}`));
    const before = calls.slice(bounds.atOnce + bounds.waiting);
    const turnedAway = await Promise.race([Promise.all(before), Promise.all(calls.slice(0, 10))]);
    expect(statusOf(turnedAway, 429)).toHaveLength(3_000 - bounds.atOnce - bounds.waiting);
    expect(turnedAway[0]).toMatchObject({ retryAfterSeconds: 60 });
    await Promise.all(calls);
  });
});

describe('a batch of real tasks', () => {
  it.each(['completed', 'failed'])('starts once for each of 1,000 that %s', async (status) => {
    const { call, starts, mostUnderWay } = trigger(() => ended(status));
    await flood(1_000, async (index) => await call(`${index}`, 'service'));
    expect(new Set(starts).size).toBe(1_000);
    expect(starts).toHaveLength(1_000);
    expect(mostUnderWay()).toBe(bounds.atOnce);
  });

  it('gets through when it ends otherwise than the workflow starts for', async () => {
    const { call, starts } = trigger(
      (id) => ended(id === 'last' ? 'completed' : 'failed'),
      ['completed'],
    );
    await flood(1_000, async (index) => await call(`${index}`, 'service'));
    await call('last', 'service');
    expect(starts).toEqual(['last']);
  });
});

describe('LookBudget', () => {
  it('never has more looks in any minute than its bounds, whatever comes when', () => {
    const come = fc.record({
      caller: fc.constantFrom('a', 'b', 'c'),
      afterMs: fc.integer({ min: 0, max: 2_000 }),
    });
    fc.assert(
      fc.property(fc.array(come, { minLength: 150, maxLength: 400 }), (calls) => {
        let nowMs = 0;
        const budget = new LookBudget(() => nowMs);
        const looks = calls.flatMap(({ caller, afterMs }) => {
          nowMs += afterMs;
          return budget.count(caller) ?? [];
        });
        for (const { atMs } of looks) {
          const inMinute = looks.filter((one) => one.atMs >= atMs && one.atMs < atMs + 60_000);
          expect(inMinute.length).toBeLessThanOrEqual(bounds.perMinute);
          for (const caller of ['a', 'b', 'c'])
            expect(inMinute.filter((one) => one.caller === caller).length).toBeLessThanOrEqual(
              bounds.perMinuteAndCaller,
            );
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('the docs of the trigger', () => {
  it('say the bounds that hold', () => {
    const docs = readFileSync('docs/video-finished-trigger.md', 'utf8');
    expect(docs).toContain(
      `**${bounds.perMinute} checks in any minute**, and ${bounds.perMinuteAndCaller} of them for calls from one address`,
    );
    expect(docs).toContain(
      `**${bounds.atOnce} checks at once**, while ${bounds.waiting} more calls wait`,
    );
  });
});
