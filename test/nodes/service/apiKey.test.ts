import { describe, expect, it } from 'vitest';
import { bearerHeader, problemOfKey, readApiKey } from '../../../nodes/service/apiKey.ts';

describe('readApiKey', () => {
  it.each([
    ['a-key', 'a-key'],
    ['  a-key\r\n', 'a-key'],
    ['\u00a0a-key\ufeff', 'a-key'],
    ['Bearer a-key', 'a-key'],
    [' bearer\ta-key ', 'a-key'],
    ['Bearer  a-key', 'a-key'],
    ['my bearer key', 'my bearer key'],
    ['bearer-of-news', 'bearer-of-news'],
    [12345, '12345'],
    ['   ', ''],
    [undefined, ''],
    [null, ''],
    [{ key: 'a-key' }, ''],
  ])('reads %j as %j', (typed, want) => {
    expect(readApiKey(typed)).toBe(want);
  });
});

describe('problemOfKey', () => {
  it.each([
    ['', /is empty$/],
    ['a key', /contains a space or another character/],
    ['clé', /contains a space or another character/],
    ['a\u007f', /contains a space or another character/],
  ])('says what is wrong with %j', (typed, want) => {
    expect(problemOfKey(typed)).toMatch(want);
  });

  it('finds nothing wrong with a key that can be sent', () => {
    expect(problemOfKey(' Bearer !a-key~ ')).toBeUndefined();
  });
});

it('bearerHeader holds the key alone', () => {
  expect(bearerHeader(' bearer a-key ')).toEqual({ Authorization: 'Bearer a-key' });
});
