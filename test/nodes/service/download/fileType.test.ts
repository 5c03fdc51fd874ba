import { describe, expect, it } from 'vitest';
import { describeFile } from '../../../../nodes/service/download/fileType.ts';

describe('describeFile', () => {
  it.each([
    ['https://f.test/a.mp4', 'video/mp4', { fileName: 't.mp4', mimeType: 'video/mp4' }],
    ['https://f.test/a.webm?x=.mp4', '', { fileName: 't.webm', mimeType: 'video/webm' }],
    [
      'https://f.test/a.mp4',
      'Video/WebM; codecs=vp9',
      { fileName: 't.webm', mimeType: 'video/webm' },
    ],
    ['https://f.test/a', 'application/octet-stream', { fileName: 't.mp4', mimeType: 'video/mp4' }],
    ['https://f.test/a.mov', undefined, { fileName: 't.mov', mimeType: 'video/quicktime' }],
    [
      'https://f.test/a.mkv',
      'binary/octet-stream',
      { fileName: 't.mkv', mimeType: 'video/x-matroska' },
    ],
    ['https://f.test/a', 'application/mp4', { fileName: 't.mp4', mimeType: 'video/mp4' }],
    [
      'https://f.test/a',
      'application/x-force-download',
      { fileName: 't.mp4', mimeType: 'video/mp4' },
    ],
    ['https://f.test/a.AVI', 'video/x-msvideo', { fileName: 't.avi', mimeType: 'video/x-msvideo' }],
    [
      'https://f.test/a.mp4',
      `video/${'x'.repeat(200)}`,
      { fileName: 't.mp4', mimeType: 'video/mp4' },
    ],
    ['https://f.test/a.mp4', 'text/html; charset=utf-8', undefined],
    ['https://f.test/a.mp4', 'application/json', undefined],
    ['https://f.test/a.mp4', 'image/png', undefined],
  ])('%s as %s', (url, type, want) => {
    expect(describeFile('t', url, type)).toEqual(want);
  });

  it('keeps characters out of the name that a file system may not take, and endless ones', () => {
    const file = describeFile('../a b:c', 'https://f.test/x', 'video/mp4');
    expect(file?.fileName).toBe('.._a_b_c.mp4');
    const long = describeFile('x'.repeat(500), 'https://f.test/x', 'video/mp4');
    expect(long?.fileName).toBe(`${'x'.repeat(100)}.mp4`);
  });
});
