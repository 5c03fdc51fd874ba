import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../nodes/outcomes/Failure.ts';
import { toRowOutcome, type WaitItem } from '../../../nodes/results/rowOutcome.ts';

const failure: Failure = { message: 'm', step: 'd', reason: 'failed', paid: 'unknown' };
const videoUrl = 'https://f.test/a';
const task = { id: 'x', status: 'completed', results: [videoUrl], paid: 3 } as never;

describe('toRowOutcome', () => {
  it('has the service’s fields beside those of the row, each under its own name', () => {
    const item = { itemIndex: 2, taskId: 'a', paid: 'yes', label: 'L' } as const;
    const file = { data: '', mimeType: 'video/mp4' };
    const own = { polls: 1 };
    const told = { id: 'a', status: 'completed', results: [videoUrl], taskPaid: 3, videoUrl };
    const ending = { item, paid: 'yes', json: { ...told, paid: 'yes', label: 'L', polls: 1 } };
    expect(toRowOutcome(item, () => ({ task, own }))).toStrictEqual(ending);
    expect(toRowOutcome(item, () => ({ task, own, file }))).toStrictEqual({ ...ending, file });
  });

  it('says of an order of before which key it has, and that it cost nothing now, also where it failed', () => {
    const item: WaitItem = {
      ...{ itemIndex: 0, taskId: 'a', orderKey: 'k', isFromBefore: true, paid: 'no' },
    };
    const ofRow = { orderedBefore: true, orderKey: 'k' };
    const bare = { id: 'a', status: 'pending' };
    const came = { item, paid: 'no' };
    const json = { ...bare, paid: 'no', ...ofRow };
    expect(toRowOutcome(item, () => ({ task: bare }))).toStrictEqual({ ...came, json });
    const failed = { ...came, failure: { ...failure, ...ofRow, paid: 'no' } };
    expect(toRowOutcome(item, () => ({ failure }))).toStrictEqual(failed);
  });

  it.each<[string, Partial<WaitItem>, want: string | undefined]>([
    ['of a node that ordered it, what its kind of failure says', { paid: 'yes' }, 'unknown'],
    ['of one that was ordered before, that it cost nothing now', { paid: 'no' }, 'no'],
    ['nothing of a node that spends nothing', {}, undefined],
  ])('says of money where a task has failed %s', (_, more, paid) => {
    const item = { itemIndex: 0, taskId: 'a', ...more };
    expect(toRowOutcome(item, () => ({ failure }))).toMatchObject({ paid, failure: { paid } });
  });

  it('keeps the failure of a row, whatever became of its task, and what is only shown', () => {
    for (const taskId of ['a', undefined]) {
      const item = { itemIndex: 1, ...(taskId && { taskId }), label: 'L', orderKey: 'k', failure };
      const failed = { ...failure, label: 'L', orderKey: 'k' };
      expect(toRowOutcome(item, () => ({ task }))).toStrictEqual({
        ...{ item, paid: 'unknown', failure: failed },
      });
    }
    const item = { itemIndex: 0, shown: { a: 1 } };
    expect(toRowOutcome(item, () => ({ task }))).toStrictEqual({ item, paid: undefined });
  });
});
