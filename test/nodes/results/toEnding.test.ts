import { describe, expect, it } from 'vitest';
import type { Failure, Row } from '../../../nodes/errors/Failure.ts';
import { describeStop } from '../../../nodes/results/describeStop.ts';
import { toEnding, type TaskEnding, type WaitItem } from '../../../nodes/results/toEnding.ts';

const failure: Failure = { message: 'm', description: 'd', reason: 'failed', paid: 'unknown' };
const videoUrl = 'https://f.test/a';
const task = { id: 'x', status: 'completed', results: [videoUrl], paid: 3 } as never;

describe('toEnding', () => {
  it('has the service’s fields beside those of the row, each under its own name', () => {
    const item = { itemIndex: 2, taskId: 'a', paid: 'yes', label: 'L' } as const;
    const file = { data: '', mimeType: 'video/mp4' };
    const own = { polls: 1 };
    const told = { id: 'a', status: 'completed', results: [videoUrl], taskPaid: 3, videoUrl };
    const json = { ...told, paid: 'yes', label: 'L', polls: 1 };
    expect(toEnding(item, () => ({ task, own }))).toStrictEqual({ itemIndex: 2, json });
    expect(toEnding(item, () => ({ task, own, file }))).toStrictEqual({ itemIndex: 2, json, file });
  });

  it('says of an order of before which key it has, also where it failed', () => {
    const item = { itemIndex: 0, taskId: 'a', orderKey: 'k', paid: 'no' } as const;
    const ofRow = { orderedBefore: true, orderKey: 'k' };
    const bare = { id: 'a', status: 'pending' };
    const json = { ...bare, paid: 'no', ...ofRow };
    expect(toEnding(item, () => ({ task: bare }))).toStrictEqual({ itemIndex: 0, json });
    const failed = { itemIndex: 0, failure: { ...failure, ...ofRow, paid: 'no' } };
    expect(toEnding(item, () => ({ failure }))).toStrictEqual(failed);
  });

  it('keeps the failure of a row, whatever became of its task, and what is only shown', () => {
    const item = { itemIndex: 1, taskId: 'a', label: 'L', failure };
    const failed = { itemIndex: 1, failure: { ...failure, label: 'L' } };
    expect(toEnding(item, () => ({ task }))).toStrictEqual(failed);
    const untaken = { itemIndex: 1, label: 'L', failure };
    expect(toEnding(untaken, () => ({ task }))).toStrictEqual(failed);
    const shown = { itemIndex: 0, shown: { a: 1 } };
    expect(toEnding(shown, () => ({ task }))).toStrictEqual(shown);
  });
});

describe('describeStop', () => {
  const first = { itemIndex: 0, taskId: 'first' };
  const failed = { failure: { ...failure, taskId: 'first' } };
  const notSent = { failure: { ...failure, reason: 'notSent', paid: 'no' } } as const;
  const stop = (items: WaitItem[], ends: TaskEnding[]) =>
    describeStop(
      items,
      items.map((item, at) => toEnding(item, () => ends[at]!)),
    );

  it.each<[WaitItem, TaskEnding, Omit<Row, 'row'>, counts: string, told: string]>([
    [
      { itemIndex: 1, taskId: 'a' },
      { task },
      { paid: 'yes', taskId: 'a', status: 'completed', videoUrl },
      ...(['1 finished', 'row 2 (a, completed)'] as const),
    ],
    [
      { itemIndex: 2, taskId: 'b', paid: 'no', label: 'L' },
      { task: { status: 'pending' } },
      { label: 'L', paid: 'no', taskId: 'b', status: 'pending' },
      ...(['1 ordered', 'row 3 (b, pending)'] as const),
    ],
    [
      { itemIndex: 3, taskId: 'c' },
      { task: { status: 'Failed' } },
      { paid: 'unknown', taskId: 'c', status: 'Failed' },
      ...(['1 ordered', 'row 4 (c, Failed)'] as const),
    ],
    [
      { itemIndex: 4, taskId: 'd' },
      { failure: { ...failure, taskId: 'd', videoUrl, reason: 'downloadFailed' } },
      { paid: 'unknown', taskId: 'd', reason: 'downloadFailed', videoUrl },
      ...(['1 finished but not downloaded', 'row 5 (d)'] as const),
    ],
    [
      { itemIndex: 5, taskId: 'e', paid: 'no', orderKey: 'k' },
      { task: undefined },
      { paid: 'no', taskId: 'e' },
      ...(['1 from before', 'row 6 (e)'] as const),
    ],
    [
      { itemIndex: 6, shown: {} },
      { task },
      { paid: 'no', reason: 'notSent' },
      ...(['1 only shown', ''] as const),
    ],
    [
      { itemIndex: 7, taskId: 'f' },
      { failure: { ...failure, reason: 'noAnswer', ids: ['id "x"'] } },
      { paid: 'unknown', ids: ['id "x"'], reason: 'noAnswer' },
      ...(['1 unknown', ''] as const),
    ],
  ])('tells beside the first failure what came of %j', (item, ending, row, counts, told) => {
    const error = stop([first, item], [failed, ending])!;
    expect(error.itemIndex).toBe(0);
    const isSame = ending.failure !== undefined;
    expect(error.failure).toStrictEqual({
      ...failed.failure,
      message: isSame ? 'm.' : 'Row 1: m.',
      description: `1 failed, ${counts}. d Tasks: ${['row 1 (first)', told].filter(Boolean).join(', ')}. Wait for Video gets their videos by these IDs.`,
      paid: row.paid === 'yes' ? 'yes' : 'unknown',
      rows: [
        { row: 1, paid: 'unknown', taskId: 'first', reason: 'failed' },
        { ...row, row: item.itemIndex + 1 },
      ],
    });
  });

  it('tells one row alone as it is, and stops nothing where none failed', () => {
    expect(stop([first], [failed])).toMatchObject(failed);
    expect(stop([first], [failed])!.failure).not.toHaveProperty('rows');
    expect(stop([first], [{ task }])).toBeUndefined();
    expect(stop([first], [notSent])).toBeUndefined();
  });

  it('begins with one that may have been charged, and says where nothing was', () => {
    const free = { failure: { ...failure, message: 'n', paid: 'no', reason: 'refused' } } as const;
    const two = [0, 1].map((itemIndex) => ({ itemIndex, taskId: 't' }));
    const words = (...ends: TaskEnding[]) => stop(two, ends)!.failure;
    expect(words(free, { failure })).toMatchObject({
      message: 'Row 2: m.',
      description: '1 not charged, 1 failed. d Other problems: Row 1: n.',
      paid: 'unknown',
    });
    expect(words(free, notSent)).toMatchObject({
      ...{ message: 'Row 1: n.', description: 'Nothing was charged. d', paid: 'no' },
    });
  });

  it('tells other problems once each, as far as a person reads', () => {
    const many = Array.from({ length: 60 }, (_, itemIndex) => ({ itemIndex, taskId: 't' }));
    const ends = many.map((_, at) => ({
      failure: { ...failure, message: `m${at >> 1}`, taskId: 't' },
    }));
    const { message, description } = stop(many, ends)!.failure;
    expect(message).toBe('Rows 1 and 2: m0.');
    const others = Array.from(
      { length: 9 },
      (_, at) => `Rows ${at * 2 + 3} and ${at * 2 + 4}: m${at + 1}.`,
    );
    expect(description).toContain(
      `60 failed. d Other problems: ${others.join(' ')} 20 more in the error’s details. Tasks: row 1 (t), row 2`,
    );
    expect(description).toMatch(/, row 50 \(t\), 10 more in the error’s details\. Wait for Video/);
  });
});
