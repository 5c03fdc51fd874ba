import { describe, expect, it } from 'vitest';
import { readLabel, readOrderKey } from '../../../../nodes/CreateVideo/order/readOptions.ts';

describe('readLabel', () => {
  it.each([
    ['order 1042', 'order 1042'],
    [1042, '1042'],
    ['  A ', 'A'],
    ['\u200B', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (value, label) => {
    expect(readLabel(value, 'Label')).toEqual({ value: label });
  });

  it.each([
    [{}, 'Label must be text, but it is an object.'],
    ['null', /^Label is "null", which is what an expression gives/],
    ...['x'.repeat(201), 'a\nb', '\ud800'].map((text): [string, string] => [
      text,
      'Label must be a single line of at most 200 characters.',
    ]),
  ])('refuses %j', (value, problem) => {
    expect(readLabel(value, 'Label').problem).toMatch(problem);
  });
});

describe('readOrderKey', () => {
  it.each([undefined, null, '', '  ', 'undefined', { a: 1 }, 'x'.repeat(201)])(
    'refuses %o where the option was added',
    (orderKey) => {
      expect(readOrderKey({ orderKey }).problem).toMatch(/^Order Key /);
    },
  );

  it('is none where the option was not added', () => {
    expect(readOrderKey({})).toEqual({ value: undefined });
    expect(readOrderKey({ orderKey: 7 })).toEqual({ value: '7' });
  });
});
