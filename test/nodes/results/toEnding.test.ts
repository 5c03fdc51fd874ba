import { describe, expect, it } from 'vitest';
import type { Failure, Row } from '../../../nodes/errors/Failure.ts';
import { describeStop } from '../../../nodes/results/describeStop.ts';
import { toEnding, type TaskEnding } from '../../../nodes/results/toEnding.ts';
import type { WaitItem } from '../../../nodes/results/WaitItem.ts';

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
    const failed = { itemIndex: 0, failure: { ...failure, ...ofRow } };
    expect(toEnding(item, () => ({ failure }))).toStrictEqual(failed);
  });

  it('keeps the failure of a row, whatever became of its task, and what is only shown', () => {
    const item = { itemIndex: 1, taskId: 'a', label: 'L', failure };
    const failed = { itemIndex: 1, failure: { ...failure, label: 'L' } };
    expect(toEnding(item, () => ({ task }))).toStrictEqual(failed);
    const shown = { itemIndex: 0, shown: { a: 1 } };
    expect(toEnding(shown, () => ({ task }))).toStrictEqual(shown);
  });
});

describe('describeStop', () => {
  /** Items as they end, and what is said of each beside the first. */
  const rows: Array<[WaitItem, TaskEnding, Omit<Row, 'row'>, said: string]> = [
    [
      { itemIndex: 1, taskId: 'a' },
      { task },
      { paid: 'yes', taskId: 'a', status: 'completed', videoUrl },
      `row 2, task a, finished (${videoUrl})`,
    ],
    [
      { itemIndex: 2, taskId: 'b', paid: 'no', label: 'L' },
      { task: { status: 'pending' } },
      { label: 'L', paid: 'no', taskId: 'b', status: 'pending' },
      'row 3, task b, pending',
    ],
    [
      { itemIndex: 3, taskId: 'c' },
      { task: { status: 'Failed' } },
      { paid: 'unknown', taskId: 'c', status: 'Failed' },
      'row 4, task c, Failed',
    ],
    [
      { itemIndex: 4, taskId: 'd' },
      { failure: { ...failure, taskId: 'd', videoUrl, reason: 'downloadFailed' } },
      { paid: 'unknown', taskId: 'd', reason: 'downloadFailed', videoUrl },
      `row 5, task d, finished, but not downloaded (${videoUrl})`,
    ],
    [
      { itemIndex: 5, failure: { ...failure, reason: 'odd' } },
      { task },
      { paid: 'unknown', reason: 'odd' },
      'row 6, odd',
    ],
    [{ itemIndex: 6, shown: {} }, { task }, { paid: 'no', reason: 'notSent' }, 'row 7, not sent'],
  ];
  const first = { itemIndex: 0, taskId: 'first' };
  const stop = (items: WaitItem[], ends: TaskEnding[]) =>
    describeStop(
      items,
      items.map((item, at) => toEnding(item, () => ends[at]!)),
    );
  const failed = { failure: { ...failure, taskId: 'first' } };

  it.each(rows)('tells beside the first failure what came of %j', (item, ending, row, said) => {
    const error = stop([first, item], [failed, ending])!;
    expect(error.itemIndex).toBe(0);
    expect(error.failure).toStrictEqual({
      ...failed.failure,
      message: 'Row 1: m',
      description: `d The other rows: ${said}. To get every row next time, choose an On Error setting that continues.`,
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
  });

  it('names the row once, and counts where the list is too long to read', () => {
    const many = Array.from({ length: 200 }, (_, itemIndex) => ({
      itemIndex,
      taskId: `t${itemIndex}`,
    }));
    const named = { failure: { ...failure, message: 'Row 3: m' } };
    const { failure: told } = stop(
      many,
      many.map((_, at) => (at === 2 || at > 197 ? named : { task })),
    )!;
    expect(told.message).toBe('Row 3: m');
    expect(told.description).toContain(
      'Of the other 199 rows, 197 had no failure; the error’s details name the task and state of each.',
    );
    expect(told.rows).toHaveLength(200);
  });
});
