import type { IExecuteFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
  openForm,
  type Form,
  choiceOf,
  numberFrom,
  readList,
  readSwitch,
  readText,
} from '../../../nodes/parameters/readValue.ts';

const whole = numberFrom(1, 100, 'whole number');
/** What is read of a value, and how a problem with it begins. */
const readers = {
  number: {
    read: (value: unknown) => numberFrom(1, 3600)(value, 'Request Timeout'),
    problem: 'Request Timeout must be a number from 1 to 3600, but it is ',
  },
  whole: {
    read: (value: unknown) => whole(value, 'Duration'),
    problem: 'Duration must be a whole number from 1 to 100, but it is ',
  },
  text: { read: (value: unknown) => readText(value, 'Prompt', 'Fill it in.'), problem: 'Prompt ' },
  switch: {
    read: (value: unknown) => readSwitch(value, 'Preview Only'),
    problem: 'Preview Only must be true or false, but it is ',
  },
  choice: {
    read: (value: unknown) => choiceOf(['standard', 'fast'])(value, 'Model'),
    problem: 'Model must be one of "standard", "fast", but it is ',
  },
};
type Reader = keyof typeof readers;

describe('a field', () => {
  it.each<[Reader, unknown, unknown]>([
    ['number', ' 5 ', 5],
    ['number', '+5', 5],
    ['number', '1.25', 1.25],
    ['number', 1, 1],
    ['number', 3600, 3600],
    ['whole', '10', 10],
    ['text', ' a [1] undefined {null} ', 'a [1] undefined {null}'],
    ['text', 720, '720'],
    ['switch', true, true],
    ['switch', ' TRUE ', true],
    ['switch', false, false],
    ['choice', ' fast\n', 'fast'],
  ])('for a %s reads %j as %j', (reader, typed, value) => {
    expect(readers[reader].read(typed)).toEqual({ value });
  });

  const [long, tooLong] = [54, 55].map((length) => 'x'.repeat(length));
  const expression = 'which is what an expression gives when it finds no value.';
  it.each<[Reader, unknown, string]>([
    ['number', undefined, 'empty.'],
    ['number', '  ', 'empty.'],
    ['number', NaN, 'not a number.'],
    ['number', Infinity, 'Infinity.'],
    ['number', 0, '0.'],
    ['number', 3600.5, '3600.5.'],
    ['number', '0x10', '"0x10".'],
    ['number', '1,5', '"1,5".'],
    ['number', true, 'true.'],
    ['number', [5], 'a list.'],
    ['number', { valueOf: () => 5 }, 'an object.'],
    ['whole', 2.5, '2.5.'],
    ['whole', 2 ** 53, '9007199254740992.'],
    ['text', undefined, 'is empty. Fill it in.'],
    ['text', null, 'is empty. Fill it in.'],
    ['text', ' \u200B\n', 'is empty. Fill it in.'],
    ['text', NaN, 'must be text, but it is not a number.'],
    ['text', [5], 'must be text, but it is a list.'],
    ['text', 'A {{ $json\n.b }} boat', 'contains "{{ $json\n.b }}", which n8n didn’t fill in.'],
    ['text', `{{ ${tooLong} }}`, `contains "{{ ${tooLong} }…", which n8n didn’t fill in.`],
    ['text', `{{ ${long} }}`, `contains "{{ ${long} }}", which n8n didn’t fill in.`],
    ['text', ' undefined ', `is "undefined", ${expression}`],
    ['text', 'null', `is "null", ${expression}`],
    ['text', 'a [object Object]', 'contains "[object Object]".'],
    ['switch', undefined, 'empty.'],
    ['switch', '', 'empty.'],
    ['switch', 1, '1.'],
    ['switch', 'yes', '"yes".'],
    ['choice', 'Fast', '"Fast".'],
    ['choice', undefined, 'empty.'],
    ['choice', ['fast'], 'a list.'],
    ['choice', 'constructor', '"constructor".'],
  ])('for a %s refuses %j by name', (reader, typed, why) => {
    const { read, problem } = readers[reader];
    expect(read(typed).problem?.startsWith(problem + why)).toBe(true);
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

  it.each<[string, unknown[], boolean, problem?: string]>([
    ['reads an expression that all rows agree on', ['false', 'false', 'false'], false],
    [
      'names the row that disagrees',
      [true, true, false],
      true,
      'Keep Input Fields must be the same for all rows, but row 3 has another value than row 1.',
    ],
  ])('%s', async (_, values, want, problem) => {
    const form = open({ keepInput: '={{ $json.keep }}' }, values);
    expect(await read(form)).toBe(want);
    expect(form.problems).toEqual(problem === undefined ? [] : [problem]);
  });

  it('tells what makes no sense, one that was added and is empty too', async () => {
    const form = open({ keepInput: '' });
    expect(await read(form)).toBe(true);
    expect(form.problems).toEqual(['Keep Input Fields must be true or false, but it is empty.']);
  });
});
