import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findStop, readItems, readTaskId } from '../../../nodes/WaitForVideo/run.ts';
import { howMany } from '../../thorough.ts';

const rowsOf = (count: number, json = {}) => Array.from({ length: count }, () => ({ json }));
const readAll = async (ids: unknown[], json = {}) =>
  await readItems(rowsOf(ids.length, json), (itemIndex) => ids[itemIndex]);

describe('readItems', () => {
  it('names the row and the way to mend it where a row has no usable ID', async () => {
    const [good, bad] = await readAll(['a', undefined]);
    expect(good).toEqual({ itemIndex: 0, taskId: 'a' });
    expect(bad).toEqual({
      itemIndex: 1,
      failure: {
        reason: 'badTaskId',
        paid: undefined,
        message: 'Task ID is empty.',
        step: 'Set Task ID to the ID that Create Video returned, for example {{ $json.id }}.',
      },
    });
  });

  const inOneLine = 'a (row 1): pending, 0 %, about 45 s b (row 2): pending, 40 %';
  it.each<[string, unknown]>([
    ['lines, as they are copied from a note', 'a (row 1)\nb (row 2): pending, 40 %\n'],
    ['the same in one line, as a field without lines takes it', inOneLine],
    ['commas, as they are copied from an error', 'a (row 1: completed), b (row 12)'],
    ['an array', ['a', 'b']],
    ['the text of an array', '["a", "b"]'],
    ['an ID and a number that is one', ['a (row 2)', 'b']],
  ])('takes a list of IDs for as many tasks, each paired with its row: %s', async (_, list) => {
    expect(await readAll(['x', list])).toEqual([
      { itemIndex: 0, taskId: 'x' },
      { itemIndex: 1, taskId: 'a' },
      { itemIndex: 1, taskId: 'b' },
    ]);
  });

  it('lets an ID of a list that can’t be one fail alone, and keeps every digit', async () => {
    const items = await readAll([[12345678901, 1.5, '12345678901234567890']]);
    const [whole, , text] = items.map(({ taskId }) => taskId);
    expect([whole, text]).toEqual(['12345678901', '12345678901234567890']);
    expect(items[1]!.failure?.message).toContain('from the number 1.5');
  });

  it('takes a row that was ordered before n8n started for what it is, unless it has an ID', async () => {
    const before = { orderedBefore: true, orderKey: '7' };
    expect(await readAll([undefined], before)).toEqual([
      { itemIndex: 0, isFromBefore: true, orderKey: '7' },
    ]);
    expect(await readAll(['a'], before)).toEqual([{ itemIndex: 0, taskId: 'a' }]);
    const [other] = await readAll([undefined], { orderedBefore: 'yes' });
    expect(other!.failure?.reason).toBe('badTaskId');
  });

  it('lets a row whose expression fails fail alone', async () => {
    const read = (itemIndex: number) => {
      if (itemIndex === 1) throw new Error('No such node');
      return 'a';
    };
    const [good, bad] = await readItems(rowsOf(2), read);
    expect([good!.taskId, bad!.failure?.message]).toEqual(['a', 'No such node']);
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
      message: 'Check Every is 0. Rows 2 and 3: Task ID is empty.',
      step: expect.stringContaining('Fix this') as string,
    });
    expect(findStop([], items, true)).toMatchObject({
      itemIndex: 1,
      failure: { message: 'Rows 2 and 3: Task ID is empty.' },
    });
    const stop = findStop(['Check Every is 0.'], items, false);
    expect(stop).toMatchObject({ message: 'Check Every is 0.', itemIndex: undefined });
  });
});

describe('readTaskId', () => {
  it.each<[unknown, string]>([
    ['  task_1\n', 'task_1'],
    [0, '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['12345678901234567890', '12345678901234567890'],
    ['a/b 任务🎬', 'a/b 任务🎬'],
    ...['...', '.a', 'a..', '../b', 'x'.repeat(512)].map((id): [string, string] => [id, id]),
  ])('takes %o as %s', (value, taskId) => {
    expect(readTaskId(value)).toEqual({ value: taskId });
  });

  it.each<[unknown, string]>([
    [undefined, 'is empty.'],
    [null, 'is empty.'],
    [' \t', 'is empty.'],
    [2 ** 53, 'can’t be read exactly from the number 9007199254740992. Pass the ID as text.'],
    [1.5, 'can’t be read exactly from the number 1.5.'],
    [-1, 'can’t be read exactly from the number -1.'],
    [true, 'must be text, but it is true.'],
    [['a'], 'must be text, but it is a list.'],
    ['undefined', 'is "undefined", which is what an expression gives when it finds no value.'],
    ['[object Object]', 'contains "[object Object]".'],
    ['task_\udc00x', 'contains half of a character.'],
    ['task_1\ntask_2', 'contains a line break or a control character.'],
    ['task\u200b_1', 'contains a character that nobody can see.'],
    ['..', 'is only dots.'],
    ['x'.repeat(513), 'is longer than 512 characters.'],
  ])('refuses %o by name', (value, problem) => {
    expect(readTaskId(value).problem).toContain(`Task ID ${problem}`);
  });

  it('takes only ids that reach the service exactly as they are, and never throws', () => {
    const anything = fc.oneof(
      fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) }),
      fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
      fc.double(),
      fc.anything(),
    );
    fc.assert(
      fc.property(anything, (value) => {
        const { value: taskId, problem } = readTaskId(value);
        if (taskId === undefined) return void expect(problem).toMatch(/^Task ID .+\.$/s);
        const url = new URL(`https://service.test/v1/tasks/${encodeURIComponent(taskId)}`);
        expect(decodeURIComponent(url.pathname)).toBe(`/v1/tasks/${taskId}`);
        if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
        else expect(value).toContain(taskId);
      }),
      { numRuns: howMany(500, 2_000) },
    );
  });
});
