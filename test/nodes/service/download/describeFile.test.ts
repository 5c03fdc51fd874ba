import { describe, expect, it } from 'vitest';
import { describeFile } from '../../../../nodes/service/download/describeFile.ts';

describe('describeFile', () => {
  it.each([
    ['https://f.test/a.mp4', 'video/mp4', { fileName: 't.mp4', mimeType: 'video/mp4' }],
    ['https://f.test/a.webm?x=.mp4', '', { fileName: 't.webm', mimeType: 'video/webm' }],
    [
      'https://f.test/a.mp4',
      'video/webm; codecs=vp9',
      { fileName: 't.webm', mimeType: 'video/webm' },
    ],
    ['https://f.test/a', 'application/octet-stream', { fileName: 't.mp4', mimeType: 'video/mp4' }],
    ['https://f.test/a.mov', undefined, { fileName: 't.mov', mimeType: 'video/quicktime' }],
    ['https://f.test/a.avi', 'video/x-msvideo', { fileName: 't.avi', mimeType: 'video/x-msvideo' }],
    ['https://f.test/a.mp4', 'text/html; charset=utf-8', undefined],
    ['https://f.test/a.mp4', 'application/json', undefined],
  ])('%s as %s', (url, type, want) => {
    expect(describeFile('t', url, type)).toEqual(want);
  });

  it('keeps characters out of the name that a file system may not take', () => {
    const file = describeFile('../a b:c', 'https://f.test/x', 'video/mp4');
    expect(file?.fileName).toBe('.._a_b_c.mp4');
  });
});
