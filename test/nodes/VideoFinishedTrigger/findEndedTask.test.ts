import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../../../nodes/look/askTask.ts';
import { findEndedTask } from '../../../nodes/VideoFinishedTrigger/findEndedTask.ts';
import {
  KnownTasks,
  bounds,
  LookBudget,
} from '../../../nodes/VideoFinishedTrigger/TriggerMemory.ts';

const ended = (status: string, results = ['https://files.test/1.mp4']): TaskAnswer => ({
  kind: 'task',
  task: { status, results },
});
const unfinished = ended('rendering');
const unknown: TaskAnswer = { kind: 'notFound', reason: 'HTTP 404' };
const fault: TaskAnswer = { kind: 'fault', reason: 'HTTP 500' };
const silent: TaskAnswer = { kind: 'silent', reason: 'no JSON' };
const refused: TaskAnswer = { kind: 'refused', reason: 'HTTP 422' };

const keyRefused: TaskAnswer = { kind: 'keyRefused', reason: 'HTTP 401' };

/** A trigger whose looks take a turn of the event loop, and whose time passes when it is told to. */
function trigger(answer: (taskId: string) => TaskAnswer, wanted = ['completed', 'failed']) {
  let nowMs = 0;
  let underWay = 0;
  const budget = new LookBudget(() => nowMs);
  const tasks = new KnownTasks();
  const seen = {
    budget,
    /** The tasks that were asked for, and the pauses between. */
    log: [] as Array<string | number>,
    looks: 0,
    mostUnderWay: 0,
    starts: [] as string[],
    pass: (durationMs: number) => void (nowMs += durationMs),
    async call(taskIds: string[], caller = 'stranger') {
      const found = await findEndedTask({
        ...{ taskIds, caller, budget, tasks, wanted, stored: {} },
        async ask(taskId) {
          seen.log.push(taskId);
          seen.looks += 1;
          seen.mostUnderWay = Math.max(seen.mostUnderWay, ++underWay);
          await new Promise((resolve) => setImmediate(resolve));
          underWay -= 1;
          return answer(taskId);
        },
        pause: async (durationMs) => void seen.log.push(durationMs),
      });
      if ('taskId' in found) seen.starts.push(found.taskId);
      return found;
    },
  };
  return seen;
}

/** A trigger that gets these answers about each task, look after look. */
const answering = (answers: Record<string, TaskAnswer[]>) =>
  trigger((taskId) => answers[taskId]!.shift()!);

describe('findEndedTask, about one task', () => {
  const thrice = ['a', 1_000, 'a', 2_000, 'a'];
  const forAMinute = [...thrice, 4_000, 'a', 8_000, 'a', 15_000, 'a', 30_000, 'a'];
  it.each<[string, TaskAnswer[], object, Array<string | number>]>([
    ['another word for an end', [ended('SUCCEEDED')], { status: 'completed' }, ['a']],
    [
      'one that was not finished yet, then a fault',
      [unfinished, fault, ended('Timed out')],
      { status: 'failed' },
      thrice,
    ],
    [
      'one that goes on',
      [unfinished, unfinished, unfinished],
      { httpStatus: 409, message: 'The task isn’t finished yet' },
      thrice,
    ],
    [
      'one that is unknown',
      [unknown, unknown, unknown],
      { httpStatus: 404, message: 'There is no such task' },
      thrice,
    ],
    [
      'a service at fault',
      [fault, fault, silent],
      { httpStatus: 503, message: 'The task can’t be checked with the service right now' },
      thrice,
    ],
    [
      'a service that refuses',
      [refused, refused, refused],
      { httpStatus: 502, message: 'The service refused to tell the status of the task' },
      thrice,
    ],
    [
      'a service that sends on to its page about maintenance, once',
      [refused, ended('completed')],
      { status: 'completed' },
      ['a', 1_000, 'a'],
    ],
    [
      'one that is completed a moment before its results',
      [ended('completed', []), ended('completed')],
      { status: 'completed', task: { results: ['https://files.test/1.mp4'] } },
      ['a', 1_000, 'a'],
    ],
    [
      'one that is completed a minute before its results',
      [...Array(6).fill(ended('completed', [])), ended('completed')],
      { status: 'completed', task: { results: ['https://files.test/1.mp4'] } },
      forAMinute,
    ],
    [
      'one that is completed, and has no results',
      Array(7).fill(ended('completed', [])),
      { httpStatus: 503, message: 'The service contradicts itself about the task' },
      forAMinute,
    ],
    [
      'an outage in other words at each look',
      [refused, keyRefused, ended('completed')],
      { status: 'completed' },
      ['a', 1_000, 'a', 2_000, 'a'],
    ],
    [
      'a result that stays under a word that nobody knows',
      Array(3).fill(ended('publicado')),
      { status: 'completed' },
      thrice,
    ],
    [
      'a result that comes last, under a word that nobody knows',
      [ended('publicado', []), ended('publicado'), ended('publicado')],
      { httpStatus: 409 },
      thrice,
    ],
  ])('comes to the right end with %s', async (_, answers, want, log) => {
    const seen = answering({ a: answers });
    expect(await seen.call(['a'])).toMatchObject(want);
    expect(seen.log).toEqual(log);
  });
});

describe('findEndedTask, about a call that names several IDs', () => {
  it('tries the next one when the service refuses the first', async () => {
    const seen = answering({ evt_1: [refused], task_1: [ended('completed')] });
    expect(await seen.call(['evt_1', 'task_1'])).toMatchObject({ taskId: 'task_1' });
  });

  it('looks again only at the one that the service knows', async () => {
    const seen = answering({ evt_1: [unknown], task_1: [unfinished, ended('completed')] });
    expect(await seen.call(['evt_1', 'task_1'])).toMatchObject({ taskId: 'task_1' });
    expect(seen.log).toEqual(['evt_1', 'task_1', 1_000, 'task_1']);
  });

  it('starts for one that is new, beside one that has started before', async () => {
    const answers = { parent: [ended('completed')], task_1: [ended('completed')], evt: [unknown] };
    const seen = answering(answers);
    await seen.call(['parent']);
    expect(await seen.call(['parent', 'task_1'])).toMatchObject({ taskId: 'task_1' });
    expect(await seen.call(['evt', 'task_1'])).toMatchObject({ httpStatus: 200 });
    expect(seen.log).toEqual(['parent', 'task_1', 'evt']);
  });

  it.each<[string, TaskAnswer, TaskAnswer, number]>([
    ['unfinished', ended('completed'), unfinished, 409],
    ['hidden by a fault', ended('completed'), fault, 503],
    ['hidden behind an unknown one', unknown, fault, 503],
  ])('asks for another call when the new one is %s', async (_, first, other, httpStatus) => {
    const seen = trigger((taskId) => (taskId === 'first' ? first : other));
    await seen.call(['first']);
    expect(await seen.call(['first', 'other'])).toMatchObject({ httpStatus });
  });

  it('counts none of the looks that led to a first end', async () => {
    const seen = answering({ evt_1: [unknown], task_1: [ended('completed')] });
    await seen.call(['evt_1', 'task_1']);
    for (let count = 0; count < bounds.perMinuteAndCaller; count++)
      expect(seen.budget.count('stranger')).toBeDefined();
    expect(seen.budget.count('stranger')).toBeUndefined();
  });
});

/** Many calls, as many at once as the trigger takes of one caller. */
async function flood(count: number, call: (index: number) => Promise<object>): Promise<object[]> {
  const replies: object[] = [];
  for (let from = 0; from < count; from += bounds.perMinuteAndCaller) {
    const size = Math.min(bounds.perMinuteAndCaller, count - from);
    const calls = Array.from({ length: size }, (_, index) => call(from + index));
    replies.push(...(await Promise.all(calls)));
  }
  return replies;
}

describe('a flood of 3,000 calls', () => {
  it.each<[string, TaskAnswer, (index: number) => string, number]>([
    ['made-up IDs', unknown, (index) => `forged_${index}`, bounds.perMinuteAndCaller],
    ['one unfinished task', unfinished, () => 'slow', bounds.perMinuteAndCaller],
    ['one failed task', ended('failed'), () => 'failed', bounds.perMinuteAndCaller],
  ])('with %s causes few looks', async (_, answer, idOf, most) => {
    const seen = trigger(() => answer, ['completed']);
    await flood(3_000, async (index) => await seen.call([idOf(index)]));
    expect(seen.looks).toBeLessThanOrEqual(most);
    expect(seen.mostUnderWay).toBeLessThanOrEqual(bounds.perMinuteAndCaller);
    expect(seen.starts).toEqual([]);
  });

  it('counts each look at the end of a task but the first one', async () => {
    const { call, budget } = trigger(() => ended('completed'));
    await Promise.all(Array.from({ length: 10 }, async () => await call(['a'])));
    let left = 0;
    while (budget.count('stranger') !== undefined) left += 1;
    expect(left).toBe(bounds.perMinuteAndCaller - 9);
  });

  it('from many addresses causes so many looks in a minute, and others after it', async () => {
    const seen = trigger(() => unknown);
    const call = async (index: number) => await seen.call([`forged_${index}`], `${index}`);
    await flood(3_000, call);
    expect(seen.looks).toBe(bounds.perMinute);
    seen.pass(59_999);
    expect(await call(1)).toMatchObject({ httpStatus: 429 });
    seen.pass(1);
    await flood(3_000, call);
    expect(seen.looks).toBe(2 * bounds.perMinute);
  });

  it('from one address leaves room for the service', async () => {
    const seen = trigger((id) => (id.startsWith('real') ? ended('completed') : unknown));
    await flood(3_000, async (index) => await seen.call([`forged_${index}`]));
    await seen.call(['real'], 'service');
    expect(seen.starts).toEqual(['real']);
  });

  it('at once is turned away but for those that are looked at, before any look has ended', async () => {
    const seen = trigger(() => unknown);
    const calls = Array.from({ length: 3_000 }, async (_, index) => await seen.call([`${index}`]));
    const turnedAway = await Promise.all(calls.slice(bounds.perMinuteAndCaller));
    expect(seen.looks).toBe(bounds.perMinuteAndCaller);
    const tooMany = { httpStatus: 429, retryAfterSeconds: 60 };
    for (const reply of turnedAway) expect(reply).toMatchObject(tooMany);
    await Promise.all(calls);
  });
});

it.each(['completed', 'failed'])('a batch of 1,000 that %s starts each once', async (status) => {
  const seen = trigger((id) => ended(id === '999' ? 'completed' : status), [status, 'completed']);
  await flood(1_000, async (index) => await seen.call([`${index}`], 'service'));
  expect([seen.starts.length, new Set(seen.starts).size]).toEqual([1_000, 1_000]);
  expect(seen.mostUnderWay).toBe(bounds.perMinuteAndCaller);
});
