import { describe, expect, it } from 'vitest';
import { findStop, readItems } from '../../../nodes/WaitForVideo/readItems.ts';

const readAll = async (ids: unknown[]) => await readItems(ids, (itemIndex) => ids[itemIndex]);

describe('readItems', () => {
  it('names the row and the way to mend it where a row has no usable ID', async () => {
    const [good, bad] = await readAll(['a', undefined]);
    expect(good).toEqual({ itemIndex: 0, taskId: 'a' });
    expect(bad).toEqual({
      itemIndex: 1,
      failure: {
        reason: 'invalidInput',
        paid: 'unknown',
        message: 'Row 2: Task ID is empty.',
        description:
          'Nothing was sent, and nothing was charged. Set Task ID to the ID that Create Video returned, for example {{ $json.id }}.',
      },
    });
  });

  it('lets a row whose expression fails fail alone', async () => {
    const items = await readItems(['a', 'b'], (itemIndex) => {
      if (itemIndex === 1) throw new Error('No such node');
      return 'a';
    });
    expect(items[0]).toEqual({ itemIndex: 0, taskId: 'a' });
    expect(items[1]!.failure?.message).toBe('Row 2 has a problem: No such node');
  });
});

describe('findStop', () => {
  it('stops nothing where all is well, or the node goes on with rows that are not', async () => {
    expect(findStop([], await readAll(['a']), true)).toBeUndefined();
    expect(findStop([], await readAll(['a', '']), false)).toBeUndefined();
  });

  it('tells fields and rows at once, and shows the first row that has a problem', async () => {
    const items = await readAll(['a', '', null]);
    expect(findStop(['Check Every is 0.'], items, true)?.failure).toMatchObject({
      message: 'Check Every is 0. Row 2: Task ID is empty. Row 3: Task ID is empty.',
      description: expect.stringContaining('Fix this') as string,
    });
    expect(findStop([], items, true)).toMatchObject({
      itemIndex: 1,
      failure: { message: 'Row 2: Task ID is empty. Row 3: Task ID is empty.' },
    });
    const stop = findStop(['Check Every is 0.'], items, false);
    expect(stop).toMatchObject({ message: 'Check Every is 0.', itemIndex: undefined });
  });

  it.each([
    [5, ''],
    [7, ' There are 2 more like these.'],
  ])('names no more of %i rows than a person reads', async (count, end) => {
    const stop = findStop([], await readAll(Array(count).fill('')), true);
    expect(stop?.failure.message).toMatch(/^(Row \d: Task ID is empty\.(?: |$)){5}/);
    expect(stop?.failure.message.endsWith(`empty.${end}`)).toBe(true);
  });
});
