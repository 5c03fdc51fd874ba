import { describe, expect, it } from 'vitest';
import { describeFile } from '../../../nodes/service/filePorts.ts';

const url = 'https://f.test/a.mp4';

describe('describeFile', () => {
  it.each([
    [url, 'video/mp4', 't.mp4', 'video/mp4'],
    ['https://f.test/a.webm?x=.mp4', '', 't.webm', 'video/webm'],
    [url, 'Video/WebM; codecs=vp9', 't.webm', 'video/webm'],
    ['https://f.test/a.mov', undefined, 't.mov', 'video/quicktime'],
    ['https://f.test/a.mkv', 'binary/octet-stream', 't.mkv', 'video/x-matroska'],
    ['https://f.test/a', 'application/mp4', 't.mp4', 'video/mp4'],
    ['https://f.test/a', 'application/x-force-download', 't.mp4', 'video/mp4'],
    ['https://f.test/a.AVI', 'video/x-msvideo', 't.avi', 'video/x-msvideo'],
    [url, `video/${'x'.repeat(200)}`, 't.mp4', 'video/mp4'],
  ])('%s as %s', (address, type, fileName, mimeType) => {
    expect(describeFile('t', address, type)).toEqual({ fileName, mimeType });
  });

  it.each(['text/html; charset=utf-8', 'application/json', 'image/png'])('%s as none', (type) => {
    expect(describeFile('t', url, type)).toBeUndefined();
  });

  it('keeps characters out of the name that a file system may not take, and endless ones', () => {
    expect(describeFile('../a b:c', url, '')?.fileName).toBe('.._a_b_c.mp4');
    expect(describeFile('x'.repeat(500), url, '')?.fileName).toBe(`${'x'.repeat(100)}.mp4`);
  });
});
