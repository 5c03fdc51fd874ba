import { describe, expect, it } from 'vitest';
import { readOrderOptions } from '../../../../nodes/CreateVideo/fields/options.ts';

/** What options come to, or what is wrong with them. */
function read(options: Record<string, unknown>) {
  const problems: string[] = [];
  const read = readOrderOptions({ options, report: (one: string) => problems.push(one) } as never);
  return problems.length > 0 ? problems.join(' ') : read;
}

describe('the options of a row', () => {
  it.each([
    [{}, {}],
    [
      { orderKey: 7, orderLabel: 1042 },
      { orderKey: '7', label: '1042' },
    ],
    [
      { orderKey: '  A ', orderLabel: ' B' },
      { orderKey: 'A', label: 'B' },
    ],
    [{ orderLabel: '\u200B' }, {}],
    [{ orderLabel: 'x'.repeat(200) }, { label: 'x'.repeat(200) }],
    [{ preview: 'true' }, { isPreview: true }],
  ])('%j are read', (options, want) => {
    const none = { isPreview: false, label: undefined, orderKey: undefined };
    expect(read(options)).toEqual({ ...none, ...want });
  });

  it.each<[object, string | RegExp]>([
    [{ orderLabel: {} }, 'Label for Callback must be text, but it is an object.'],
    [{ orderLabel: 'null' }, /^Label for Callback is "null", which is what an expression gives/],
    ...['x'.repeat(201), 'a\nb', '\ud800'].map((orderLabel): [object, string] => [
      { orderLabel },
      'Label for Callback must be a single line of at most 200 characters.',
    ]),
    ...[undefined, null, '', '  ', 'undefined', { a: 1 }, 'x'.repeat(201)].map(
      (orderKey): [object, RegExp] => [{ orderKey }, /^Order Key /],
    ),
    ...[null, undefined, 'yes'].map((preview): [object, RegExp] => [
      { preview },
      /^Preview Only must be true or false/,
    ]),
  ])('%j are refused', (options, problem) => {
    expect(read({ ...options })).toMatch(problem);
  });
});
