import { describe, expect, it } from 'vitest';
import { parseUrlList } from '../../../nodes/links/urls.ts';

describe('parseUrlList', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['  https://a.test/1  ', ['https://a.test/1']],
    ['https://a.test/1\nhttps://a.test/2\r\n\n', ['https://a.test/1', 'https://a.test/2']],
    ['https://a.test/1,https://a.test/2', ['https://a.test/1', 'https://a.test/2']],
    ['https://a.test/1, https://a.test/2,', ['https://a.test/1', 'https://a.test/2']],
    ['https://a.test/w_300,h_200/x.png', ['https://a.test/w_300,h_200/x.png']],
    ['["https://a.test/1", "https://a.test/2"]', ['https://a.test/1', 'https://a.test/2']],
    [
      ['https://a.test/1', ' https://a.test/2 '],
      ['https://a.test/1', 'https://a.test/2'],
    ],
    [
      [['https://a.test/1'], 'https://a.test/2,https://a.test/3'],
      ['https://a.test/1', 'https://a.test/2', 'https://a.test/3'],
    ],
    ['[broken', ['[broken']],
    [{ url: 'https://a.test/1' }, ['{"url":"https://a.test/1"}']],
    [7, ['7']],
  ])('reads %j', (value, want) => {
    expect(parseUrlList(value)).toEqual(want);
  });
});
