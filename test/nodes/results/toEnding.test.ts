import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../nodes/errors/Failure.ts';
import { toEnding, toRow } from '../../../nodes/results/toEnding.ts';

const failure: Failure = { message: 'm', description: 'd', reason: 'failed', paid: 'unknown' };
const task = { id: 'x', status: 'completed', results: ['https://f.test/a'], paid: 3 } as never;
const videoUrl = 'https://f.test/a';

describe('toEnding', () => {
  it('has the service’s fields beside those of the row, each under its own name', () => {
    const item = { itemIndex: 2, taskId: 'a', paid: 'yes', label: 'L' } as const;
    const ending = toEnding(item, () => ({ task, own: { polls: 1 } }));
    expect(ending).toStrictEqual({
      itemIndex: 2,
      json: {
        id: 'a',
        status: 'completed',
        results: [videoUrl],
        taskPaid: 3,
        videoUrl,
        paid: 'yes',
        label: 'L',
        polls: 1,
      },
    });
    expect(toRow(item, ending)).toStrictEqual({
      row: 3,
      label: 'L',
      paid: 'yes',
      taskId: 'a',
      videoUrl,
    });
  });

  it('hands on the file, and says no more than is known', () => {
    const item = { itemIndex: 0, taskId: 'a' };
    const file = { data: '', mimeType: 'video/mp4' };
    const bare = { id: 'a', status: 'completed', results: [videoUrl] };
    const ending = toEnding(item, () => ({ task: bare, file }));
    expect(ending).toStrictEqual({ itemIndex: 0, json: { ...bare, videoUrl }, file });
    expect(toRow(item, ending)).toStrictEqual({ row: 1, paid: 'yes', taskId: 'a', videoUrl });
    const without = toEnding(item, () => ({ task: bare }));
    expect(without).toStrictEqual({ itemIndex: 0, json: { ...bare, videoUrl } });
    expect(toEnding(item, () => ({ failure }))).toStrictEqual({ itemIndex: 0, failure });
  });

  it('says of an order of before which key it has, also where it failed', () => {
    const item = { itemIndex: 0, taskId: 'a', orderKey: 'k', paid: 'no' } as const;
    expect(toEnding(item, () => ({ task }))).toMatchObject({
      json: { orderedBefore: true, orderKey: 'k', paid: 'no' },
    });
    expect(toEnding(item, () => ({ failure }))).toMatchObject({
      failure: { ...failure, orderedBefore: true, orderKey: 'k' },
    });
  });

  it('keeps the failure of a row without a task, with its label', () => {
    const failed = { ...failure, taskId: 't', videoUrl };
    const item = { itemIndex: 1, label: 'L', failure: failed };
    const ending = toEnding(item, () => ({ task }));
    expect(ending).toStrictEqual({ itemIndex: 1, failure: { ...failed, label: 'L' } });
    expect(toRow(item, ending)).toStrictEqual({
      row: 2,
      label: 'L',
      paid: 'unknown',
      taskId: 't',
      reason: 'failed',
      videoUrl,
    });
    const bare = { itemIndex: 1, failure };
    expect(
      toRow(
        bare,
        toEnding(bare, () => ({ task })),
      ),
    ).toStrictEqual({
      row: 2,
      paid: 'unknown',
      reason: 'failed',
    });
  });

  it('shows what was asked to be shown', () => {
    const item = { itemIndex: 0, shown: { a: 1 } };
    const ending = toEnding(item, () => ({ task }));
    expect(ending).toStrictEqual({ itemIndex: 0, shown: { a: 1 } });
    expect(toRow(item, ending)).toStrictEqual({ row: 1, paid: 'no', reason: 'notSent' });
  });
});
