import { describe, expect, it } from 'vitest';
import { createAgenda } from '../../../sandbox/src/callbacks/createAgenda.ts';

const entry = (receiver: string, job: number, dueMs = 0) => ({ receiver, job, dueMs });

const jobs = (taken: { job: number }[]) => taken.map(({ job }) => job);

describe('the agenda', () => {
  it('gives what is due, the earliest of a receiver first, and says when the next is', () => {
    const agenda = createAgenda<number>(10, 10);
    agenda.add(entry('a', 2, 200));
    agenda.add(entry('a', 1, 100));
    expect(agenda.take(50, 10)).toStrictEqual([]);
    expect(agenda.nextDueMs()).toBe(100);
    expect(jobs(agenda.take(150, 10))).toStrictEqual([1]);
    expect(agenda.nextDueMs()).toBe(200);
  });

  it('serves receivers in turn, however much one of them has waiting', () => {
    const agenda = createAgenda<number>(10, 10);
    for (const job of [1, 2, 3]) agenda.add(entry('many', job));
    agenda.add(entry('one', 9, 1));
    expect(jobs(agenda.take(5, 10))).toStrictEqual([1, 9, 2, 3]);
  });

  it('keeps to the bound of a receiver and to that of all', () => {
    const agenda = createAgenda<number>(3, 2);
    for (const job of [1, 2, 3]) agenda.add(entry('a', job));
    for (const job of [4, 5]) agenda.add(entry('b', job));
    expect(jobs(agenda.take(0, 10))).toStrictEqual([1, 4, 2]);
    expect(agenda.nextDueMs()).toBeUndefined();
    agenda.end('a', true);
    expect(jobs(agenda.take(0, 10))).toStrictEqual([3]);
    agenda.end('b', true);
    expect(jobs(agenda.take(0, 10))).toStrictEqual([5]);
  });

  it('takes those that took the last one first', () => {
    const agenda = createAgenda<number>(1, 1);
    agenda.add(entry('dead', 1));
    agenda.add(entry('dead', 2));
    agenda.add(entry('live', 3, 1));
    expect(jobs(agenda.take(5, 1))).toStrictEqual([1]);
    agenda.end('dead', false);
    expect(jobs(agenda.take(5, 1))).toStrictEqual([3]);
    agenda.end('live', true);
    expect(jobs(agenda.take(5, 1))).toStrictEqual([2]);
  });

  it('takes no more than asked for, and has nothing when all is done', () => {
    const agenda = createAgenda<number>(10, 10);
    for (const job of [1, 2, 3]) agenda.add(entry('a', job));
    expect(agenda.take(0, 2)).toHaveLength(2);
    expect(agenda.take(0, 2)).toHaveLength(1);
    for (let ended = 0; ended < 3; ended += 1) agenda.end('a', true);
    expect(agenda.take(Infinity, 2)).toStrictEqual([]);
    expect(agenda.nextDueMs()).toBeUndefined();
  });
});
