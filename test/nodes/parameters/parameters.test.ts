import type { IExecuteFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
  openForm,
  type Form,
  choiceOf,
  nameValue,
  numberFrom,
  readList,
  readSwitch,
  readText,
} from '../../../nodes/parameters/readValue.ts';

describe('numberFrom', () => {
  const read = (value: unknown) => numberFrom(1, 3600)(value, 'Request Timeout');

  it.each([
    ['5', 5],
    [' 5 ', 5],
    ['+5', 5],
    ['1.25', 1.25],
    [1, 1],
    [3600, 3600],
  ])('reads %j as %j', (value, number) => {
    expect(read(value)).toEqual({ value: number });
  });

  it.each([
    [undefined, 'empty'],
    [null, 'empty'],
    ['  ', 'empty'],
    [NaN, 'not a number'],
    [Infinity, 'Infinity'],
    [0, '0'],
    [3600.5, '3600.5'],
    ['0x10', '"0x10"'],
    ['1e3', '"1e3"'],
    ['1,5', '"1,5"'],
    [true, 'true'],
    [[5], 'a list'],
    [{ valueOf: () => 5 }, 'an object'],
  ])('refuses %j by name', (value, named) => {
    expect(read(value)).toEqual({
      problem: `Request Timeout must be a number from 1 to 3600, but it is ${named}.`,
    });
  });

  it('takes only whole numbers where the field wants one', () => {
    const whole = (value: unknown) => numberFrom(1, Infinity, 'whole number')(value, 'Duration');
    expect(whole('10')).toEqual({ value: 10 });
    expect(whole(2.5).problem).toBe(
      'Duration must be a whole number of at least 1, but it is 2.5.',
    );
    expect(whole(2 ** 53).problem).toContain('Duration must be a whole number');
  });
});

describe('readText', () => {
  it('takes the blanks around a text away', () => {
    expect(readText(' a [1] undefined {null} ', 'Prompt', '')).toEqual({
      value: 'a [1] undefined {null}',
    });
  });

  it('takes a number for text, as a table has it', () => {
    expect(readText(720, 'Quality', '')).toEqual({ value: '720' });
  });

  it.each([
    [undefined, 'is empty. Fill it in.'],
    [null, 'is empty. Fill it in.'],
    [' \u200B\n', 'is empty. Fill it in.'],
    [NaN, 'must be text, but it is not a number.'],
    [[5], 'must be text, but it is a list.'],
    ['A {{ $json\n.colour }} boat', 'contains "{{ $json\n.colour }}", which n8n didn’t fill in.'],
    [`{{ ${'x'.repeat(55)} }}`, `contains "{{ ${'x'.repeat(55)} }…", which n8n didn’t fill in.`],
    [`{{ ${'x'.repeat(54)} }}`, `contains "{{ ${'x'.repeat(54)} }}", which n8n didn’t fill in.`],
    [' undefined ', 'is "undefined", which is what an expression gives'],
    ['null', 'is "null", which is what an expression gives'],
    ['a [object Object]', 'contains "[object Object]".'],
  ])('refuses %j', (value, problem) => {
    const read = readText(value, 'Prompt', 'Fill it in.');
    expect(read.problem?.startsWith(`Prompt ${problem}`)).toBe(true);
  });
});

describe('readList', () => {
  const split = (text: string) => text.split(',');

  it.each([
    [' a , ,b ', ['a', 'b']],
    ['["a,b", 5, null]', ['a', 'b', 5]],
    [
      [['a'], 'b,c', 5],
      ['a', 'b', 'c', 5],
    ],
    ['{"a":1', ['{"a":1']],
    [7, [7]],
    [null, []],
  ])('reads %j', (value, entries) => {
    expect(readList(value, split)).toEqual(entries);
  });
});

describe('readSwitch', () => {
  it.each([
    [true, true],
    ['true', true],
    [' TRUE ', true],
    [false, false],
    ['false', false],
  ])('reads %j as %j', (value, on) => {
    expect(readSwitch(value, 'Preview Only')).toEqual({ value: on });
  });

  it.each([undefined, '', 1, 'yes', ['true']])('refuses %j', (value) => {
    expect(readSwitch(value, 'Preview Only').problem).toMatch(
      /^Preview Only must be true or false, but it is /,
    );
  });
});

describe('choiceOf', () => {
  const read = (value: unknown) => choiceOf(['standard', 'fast'])(value, 'Model');

  it('takes what is on the list', () => {
    expect(read('fast')).toEqual({ value: 'fast' });
    expect(read(' fast\n')).toEqual({ value: 'fast' });
  });

  it.each(['Fast', undefined, ['fast'], 'constructor'])('refuses %j by name', (value) => {
    expect(read(value).problem).toBe(
      `Model must be one of "standard", "fast", but it is ${nameValue(value)}.`,
    );
  });
});

describe('openForm', () => {
  /** A form over three rows whose expression comes to these values. */
  const open = (options: Record<string, unknown>, values: unknown[] = []) =>
    openForm({
      getNode: () => ({ parameters: { options } }),
      getInputData: () => [{}, {}, {}],
      getNodeParameter: (path: string, row: number) => {
        const stored = options[path.replace('options.', '')];
        return String(stored).startsWith('=') ? values[row] : stored;
      },
    } as unknown as IExecuteFunctions);
  const read = (form: Form) =>
    form.field('options.keepInput', 'Keep Input Fields', true, readSwitch);

  it('takes an option that was not added for its default, and one that was for what it holds', async () => {
    const form = open({});
    expect([await read(form), form.problems]).toEqual([true, []]);
    expect(await read(open({ keepInput: false }))).toBe(false);
  });

  it('reads an expression that all rows agree on', async () => {
    const form = open({ keepInput: '={{ $json.keep }}' }, ['false', 'false', 'false']);
    expect(await read(form)).toBe(false);
    expect(form.problems).toEqual([]);
  });

  it('names the row that disagrees', async () => {
    const form = open({ keepInput: '={{ $json.keep }}' }, [true, true, false]);
    await read(form);
    expect(form.problems).toEqual([
      'Keep Input Fields must be the same for all rows, but row 3 has another value than row 1.',
    ]);
  });

  it('tells what makes no sense, one that was added and is empty too', async () => {
    const form = open({ keepInput: '' });
    expect(await read(form)).toBe(true);
    expect(form.problems).toEqual(['Keep Input Fields must be true or false, but it is empty.']);
  });
});
