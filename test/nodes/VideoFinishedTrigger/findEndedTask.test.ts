import { describe, expect, it } from 'vitest';
import type { NoTaskKind, TaskAnswer } from '../../../nodes/look/askTask.ts';
import { findEndedTask } from '../../../nodes/VideoFinishedTrigger/findEndedTask.ts';
import {
  KnownTasks,
  bounds,
  LookBudget,
} from '../../../nodes/VideoFinishedTrigger/TriggerMemory.ts';

const results = ['https://files.test/1.mp4'];
const ended = (status: string, urls = results): TaskAnswer => ({
  kind: 'task',
  task: { status, results: urls },
});
const without = (kind: NoTaskKind): TaskAnswer => ({ kind, reason: `why ${kind}` });
const [done, bare, unfinished] = [ended('completed'), ended('completed', []), ended('rendering')];
const [unknown, fault, silent] = [without('notFound'), without('fault'), without('silent')];
const [refused, keyRefused] = [without('refused'), without('keyRefused')];

/** A trigger whose looks take a turn of the event loop, and whose time passes when it is told to. */
function trigger(answer: (taskId: string) => TaskAnswer, wanted = ['completed', 'failed']) {
  let nowMs = 0;
  let underWay = 0;
  const budget = new LookBudget(() => nowMs);
  const tasks = new KnownTasks();
  const seen = {
    /** So many looks are left to a caller, and taken. */
    left(caller: string) {
      for (let left = 0; ; left += 1) if (budget.count(caller) === undefined) return left;
    },
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
  const twice = ['a', 1_000, 'a'];
  const thrice = [...twice, 2_000, 'a'];
  const forAMinute = [...thrice, 4_000, 'a', 8_000, 'a', 15_000, 'a', 30_000, 'a'];
  const odd = ended('publicado');
  const completed = { status: 'completed' };
  const withVideo = { ...completed, task: { results } };
  const no = (httpStatus: number, message: string) => ({ httpStatus, message });
  const goesOn = no(409, 'The task isn’t finished yet');
  const isUnknown = no(404, 'There is no such task');
  const isDown = no(503, 'The task can’t be checked with the service right now');
  const refuses = no(502, 'The service refused to tell the status of the task');
  const contradicts = no(503, 'The service contradicts itself about the task');
  const minuteLate = [...Array<TaskAnswer>(6).fill(bare), done];

  it.each<[string, TaskAnswer[], object, Array<string | number>]>([
    ['another word for an end', [ended('SUCCEEDED')], completed, ['a']],
    [
      'a fault before the end',
      [unfinished, fault, ended('Timed out')],
      { status: 'failed' },
      thrice,
    ],
    ['one that goes on', [unfinished, unfinished, unfinished], goesOn, thrice],
    ['one that is unknown', [unknown, unknown, unknown], isUnknown, thrice],
    ['a service at fault', [fault, fault, silent], isDown, thrice],
    ['a service that refuses', [refused, refused, refused], refuses, thrice],
    ['a service that sends on to its page about maintenance', [refused, done], completed, twice],
    ['one that is completed a moment before its results', [bare, done], withVideo, twice],
    ['one that is completed a minute before its results', minuteLate, withVideo, forAMinute],
    ['one that has no results', Array<TaskAnswer>(7).fill(bare), contradicts, forAMinute],
    ['an outage in other words at each look', [refused, keyRefused, done], completed, thrice],
    ['a result that stays under a word that nobody knows', [odd, odd, odd], completed, thrice],
    ['one that comes last under such a word', [ended('publicado', []), odd, odd], goesOn, thrice],
  ])('comes to the right end with %s', async (_, answers, want, log) => {
    const seen = answering({ a: [...answers] });
    expect(await seen.call(['a'])).toMatchObject(want);
    expect(seen.log).toEqual(log);
  });
});

describe('findEndedTask, about a call that names several IDs', () => {
  it('looks again only at the one that the service knows, and counts no look', async () => {
    const seen = answering({ evt_1: [unknown], task_1: [unfinished, done] });
    expect(await seen.call(['evt_1', 'task_1'])).toMatchObject({ taskId: 'task_1' });
    expect(seen.log).toEqual(['evt_1', 'task_1', 1_000, 'task_1']);
    // None of the looks that led to a first end counts.
    expect(seen.left('stranger')).toBe(bounds.perMinuteAndCaller);
  });

  it('starts for one that is new, beside one that has started before, or that is refused', async () => {
    const seen = answering({ parent: [done], task_1: [done], evt: [refused, unknown] });
    await seen.call(['parent']);
    expect(await seen.call(['parent', 'evt', 'task_1'])).toMatchObject({ taskId: 'task_1' });
    expect(await seen.call(['evt', 'task_1'])).toMatchObject({ httpStatus: 200 });
    expect(seen.log).toEqual(['parent', 'evt', 'task_1', 'evt']);
  });

  it.each<[string, TaskAnswer, TaskAnswer, number]>([
    ['unfinished', done, unfinished, 409],
    ['hidden by a fault', done, fault, 503],
    ['hidden behind an unknown one', unknown, fault, 503],
  ])('asks for another call when the new one is %s', async (_, first, other, httpStatus) => {
    const seen = trigger((taskId) => (taskId === 'first' ? first : other));
    await seen.call(['first']);
    expect(await seen.call(['first', 'other'])).toMatchObject({ httpStatus });
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

describe('a flood of 500 calls', () => {
  it('counts each look at the end of a task but the first one', async () => {
    const { call, left } = trigger(() => done);
    await Promise.all(Array.from({ length: 10 }, async () => await call(['a'])));
    expect(left('stranger')).toBe(bounds.perMinuteAndCaller - 9);
  });

  it('from many addresses causes so many looks in a minute, and others after it', async () => {
    const seen = trigger(() => unknown);
    const call = async (index: number) => await seen.call([`forged_${index}`], `${index}`);
    await flood(500, call);
    expect(seen.looks).toBe(bounds.perMinute);
    seen.pass(59_999);
    expect(await call(1)).toMatchObject({ httpStatus: 429 });
    seen.pass(1);
    await flood(500, call);
    expect(seen.looks).toBe(2 * bounds.perMinute);
  });

  it.each<[string, TaskAnswer, (index: number) => string]>([
    ['made-up IDs', unknown, (index) => `forged_${index}`],
    ['one unfinished task', unfinished, () => 'slow'],
    ['one failed task', ended('failed'), () => 'failed'],
  ])('from one address, with %s, leaves room for the service', async (_, answer, idOf) => {
    const seen = trigger((id) => (id === 'real' ? done : answer), ['completed']);
    await flood(500, async (index) => await seen.call([idOf(index)]));
    expect(seen.looks).toBeLessThanOrEqual(bounds.perMinuteAndCaller);
    await seen.call(['real'], 'service');
    expect(seen.starts).toEqual(['real']);
  });
});

it.each(['completed', 'failed'])('a batch of 1,000 that %s starts each once', async (status) => {
  const seen = trigger((id) => ended(id === '999' ? 'completed' : status), [status, 'completed']);
  await flood(1_000, async (index) => await seen.call([`${index}`], 'service'));
  expect([seen.starts.length, new Set(seen.starts).size]).toEqual([1_000, 1_000]);
  expect(seen.mostUnderWay).toBe(bounds.perMinuteAndCaller);
});
