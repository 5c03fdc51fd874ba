import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../../../nodes/look/TaskAnswer.ts';
import { findEndedTask } from '../../../nodes/VideoFinishedTrigger/findEndedTask.ts';
import { KnownTasks } from '../../../nodes/VideoFinishedTrigger/KnownTasks.ts';
import { bounds, LookBudget } from '../../../nodes/VideoFinishedTrigger/LookBudget.ts';

const ended = (status: string): TaskAnswer => ({ kind: 'task', task: { status } });
const unfinished = ended('rendering');
const unknown: TaskAnswer = { kind: 'notFound', reason: 'HTTP 404' };
const fault: TaskAnswer = { kind: 'fault', reason: 'HTTP 500' };
const refused: TaskAnswer = { kind: 'refused', reason: 'HTTP 401' };

/** One call, with what the service answers about each of its tasks, look after look. */
async function check(answers: Record<string, TaskAnswer[]>, tasks = new KnownTasks()) {
  const log: (string | number)[] = [];
  const started: string[] = [];
  const budget = new LookBudget(() => 0);
  const found = await findEndedTask({
    ...{ taskIds: Object.keys(answers), caller: 'service', budget, tasks },
    async ask(taskId) {
      log.push(taskId);
      return answers[taskId]!.shift()!;
    },
    whyNot: (taskId) => tasks.whyNot(taskId, ['completed', 'failed'], {}),
    start(taskId) {
      started.push(taskId);
      tasks.start(taskId, {});
    },
    pause: async (durationMs) => void log.push(durationMs),
  });
  return { found, log, started, budget };
}

describe('findEndedTask, about one task', () => {
  it.each<[string, TaskAnswer[], object, (string | number)[]]>([
    ['one that failed', [ended('failed')], { status: 'failed' }, ['a']],
    [
      'one that was not finished yet, then a fault',
      [unfinished, fault, ended('failed')],
      { status: 'failed' },
      ['a', 1_000, 'a', 2_000, 'a'],
    ],
    [
      'one that goes on',
      [unfinished, unfinished, unfinished],
      { httpStatus: 409, message: 'The task isn’t finished yet' },
      ['a', 1_000, 'a', 2_000, 'a'],
    ],
    [
      'one that is unknown',
      [unknown, unknown, unknown],
      { httpStatus: 404, message: 'There is no such task' },
      ['a', 1_000, 'a', 2_000, 'a'],
    ],
    [
      'a service at fault',
      [fault, { kind: 'busy', reason: 'HTTP 429' }, { kind: 'silent', reason: 'no JSON' }],
      { httpStatus: 503, message: 'The task can’t be checked with the service right now' },
      ['a', 1_000, 'a', 2_000, 'a'],
    ],
    [
      'a service that refuses',
      [refused],
      { httpStatus: 502, message: 'The service refused to tell the status of the task' },
      ['a'],
    ],
    ['another word for an end', [ended('SUCCEEDED')], { status: 'completed' }, ['a']],
    ['another word for a failure', [ended('Timed out')], { status: 'failed' }, ['a']],
  ])('comes to the right end with %s', async (_, answers, want, asked) => {
    const { found, log } = await check({ a: answers });
    expect(found).toMatchObject(want);
    expect(log).toEqual(asked);
  });

  it('leaves its turn when the question itself fails', async () => {
    const budget = new LookBudget(() => 0);
    const failing = async () =>
      await budget.inTurn(async () => await Promise.reject(new Error('no credential')));
    for (let count = 0; count <= bounds.atOnce; count++)
      await expect(failing()).rejects.toThrow('no credential');
  });
});

describe('findEndedTask, about a call that names several IDs', () => {
  it('tries the next one when the service does not know the first', async () => {
    const { found, log, started } = await check({ evt_1: [unknown], task_1: [ended('completed')] });
    expect(found).toMatchObject({ taskId: 'task_1', status: 'completed' });
    expect(log).toEqual(['evt_1', 'task_1']);
    expect(started).toEqual(['task_1']);
  });

  it('tries the next one when the service refuses the first', async () => {
    const { found } = await check({ evt_1: [refused], task_1: [ended('completed')] });
    expect(found).toMatchObject({ taskId: 'task_1' });
  });

  it('looks again only at the one that the service knows', async () => {
    const answers = { evt_1: [unknown], task_1: [unfinished, ended('completed')] };
    const { found, log } = await check(answers);
    expect(found).toMatchObject({ taskId: 'task_1' });
    expect(log).toEqual(['evt_1', 'task_1', 1_000, 'task_1']);
  });

  it('starts for one that is new, beside one that has started before', async () => {
    const tasks = new KnownTasks();
    await check({ parent: [ended('completed')] }, tasks);
    const { found, log } = await check({ parent: [], task_1: [ended('completed')] }, tasks);
    expect(found).toMatchObject({ taskId: 'task_1' });
    expect(log).toEqual(['task_1']);
    const again = await check({ evt_2: [unknown], task_1: [] }, tasks);
    expect(again.found).toMatchObject({ httpStatus: 200 });
    expect(again.log).toEqual(['evt_2']);
  });

  it.each<[string, Record<string, TaskAnswer[]>, number]>([
    ['unfinished', { parent: [ended('completed')], b: [unfinished, unfinished, unfinished] }, 409],
    ['hidden by a fault', { parent: [ended('completed')], b: [fault, fault, fault] }, 503],
    ['hidden behind an unknown one', { a: Array(3).fill(unknown), b: Array(3).fill(fault) }, 503],
  ])('asks for another call when the new one is %s', async (_, answers, httpStatus) => {
    const tasks = new KnownTasks();
    await check({ parent: [ended('completed')] }, tasks);
    expect((await check(answers, tasks)).found).toMatchObject({ httpStatus });
  });

  it('counts none of the looks that led to a first end', async () => {
    const answers = { evt_1: [unknown], task_1: [ended('completed')] };
    const { budget } = await check(answers);
    for (let count = 0; count < bounds.perMinuteAndCaller; count++)
      expect(budget.count('service')).toBeDefined();
    expect(budget.count('service')).toBeUndefined();
  });
});
