import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTaskIdField } from '../../../nodes/WaitForVideo/readTaskIdField.ts';
import { howMany } from '../../thorough.ts';

describe('readTaskIdField', () => {
  it.each<[unknown, string]>([
    ['  task_1\n', 'task_1'],
    [0, '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['12345678901234567890', '12345678901234567890'],
    ['a/b 任务🎬', 'a/b 任务🎬'],
    ['...', '...'],
  ])('takes %o as %s', (value, taskId) => {
    expect(readTaskIdField(value)).toEqual({ value: taskId });
  });

  it.each<[unknown, string]>([
    [undefined, 'Task ID is empty.'],
    [null, 'Task ID is empty.'],
    [' \t', 'Task ID is empty.'],
    [
      2 ** 53,
      'Task ID can’t be read exactly from the number 9007199254740992. Pass the ID as text.',
    ],
    [1.5, 'from the number 1.5.'],
    [-1, 'from the number -1.'],
    [true, 'Task ID must be text, but it is true.'],
    [['a'], 'Task ID must be text, but it is a list.'],
    [
      'undefined',
      'Task ID is "undefined", which is what an expression gives when it finds no value.',
    ],
    ['[object Object]', 'Task ID contains "[object Object]".'],
    ['task_1\ntask_2', 'Task ID contains a control character.'],
    ['task\u200b_1', 'Task ID contains a character that nobody can see.'],
  ])('refuses %o by name', (value, problem) => {
    expect(readTaskIdField(value).problem).toContain(problem);
  });

  it('takes only ids that reach the service exactly as they are, and never throws', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
      fc.double(),
      fc.anything(),
    );
    fc.assert(
      fc.property(anything, (value) => {
        const { value: taskId, problem } = readTaskIdField(value);
        if (taskId === undefined) return void expect(problem).toMatch(/^Task ID .+\.$/s);
        const url = new URL(`https://service.test/v1/tasks/${encodeURIComponent(taskId)}`);
        expect(decodeURIComponent(url.pathname)).toBe(`/v1/tasks/${taskId}`);
        if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
        else expect(value).toContain(taskId);
      }),
      { numRuns: howMany(300, 2_000) },
    );
  });
});
