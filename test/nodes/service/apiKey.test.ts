import { describe, expect, it } from 'vitest';
import { readApiKey } from '../../../nodes/service/apiKey.ts';

describe('readApiKey', () => {
  it.each([
    ['a-key', 'a-key'],
    ['  a-key\r\n', 'a-key'],
    ['\u00a0a-key\ufeff', 'a-key'],
    ['Bearer a-key', 'a-key'],
    [' bearer\ta-key ', 'a-key'],
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
