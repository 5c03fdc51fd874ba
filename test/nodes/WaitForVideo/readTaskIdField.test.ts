import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTaskIdField } from '../../../nodes/WaitForVideo/readTaskIdField.ts';

describe('readTaskIdField', () => {
  const taken: [unknown, string][] = [
    ['task_1', 'task_1'],
    ['  task_1\n', 'task_1'],
    [7, '7'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['12345678901234567890', '12345678901234567890'],
    ['a/b', 'a/b'],
    ['task 1', 'task 1'],
    ['任务', '任务'],
    ['🎬', '🎬'],
    ['__proto__', '__proto__'],
    ['...', '...'],
  ];
  it.each(taken)('takes %o as %s', (value, taskId) => {
    expect(readTaskIdField(value)).toEqual({ value: taskId });
  });

  const refused: [unknown, string][] = [
    [undefined, 'Task ID is empty.'],
    [null, 'Task ID is empty.'],
    [' \t', 'Task ID is empty.'],
    [12345678901234567890, 'from the number 12345678901234567000. Pass the ID as text.'],
    [2 ** 53, 'from the number 9007199254740992.'],
    [1.5, 'from the number 1.5.'],
    [-1, 'from the number -1.'],
    [NaN, 'from the number NaN.'],
    [Infinity, 'from the number Infinity.'],
    [true, 'Task ID must be text, but it is true.'],
    [['a'], 'Task ID must be text, but it is a list.'],
    [{ id: 'a' }, 'Task ID must be text, but it is an object.'],
    [
      'undefined',
      'Task ID is "undefined", which is what an expression gives when it finds no value.',
    ],
    ['[object Object]', 'Task ID contains "[object Object]".'],
    ['\ud800', 'Task ID holds a line break, half a character, or one that nobody can see.'],
    ['task_\udc00x', 'Task ID holds a line break, half a character, or one that nobody can see.'],
    ['task_1\ntask_2', 'Task ID holds a line break, half a character, or one that nobody can see.'],
    ['task\u200b_1', 'Task ID holds a line break, half a character, or one that nobody can see.'],
    ['..', 'Task ID is "..", which isn’t an ID.'],
    ['x'.repeat(501), 'Task ID is 501 characters long, which is too long for an ID.'],
  ];
  it.each(refused)('refuses %o by name', (value, problem) => {
    expect(readTaskIdField(value).problem).toContain(problem);
  });

  it('takes only ids that reach the service exactly as they are, and never throws', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
      fc.double(),
      fc.bigInt().map(Number),
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
      { numRuns: 2_000 },
    );
  });
});
