import { describe, expect, it } from 'vitest';
import { describeFile, readOtherType } from '../../../../nodes/service/download/fileType.ts';

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

describe('readOtherType', () => {
  it.each([
    ['<!DOCTYPE html>', 'a web page'],
    ['\xef\xbb\xbf\n <p>', 'a web page'],
    ['<?xml version="1.0"?><Error>', 'a web page'],
    ['{"error":1}', 'a JSON text'],
    ['[ ]', 'a JSON text'],
    ['\x89PNG\r\n', 'an image'],
    ['\xff\xd8\xff\xe0', 'an image'],
    ['GIF89a', 'an image'],
    ['%PDF-1.7', 'a PDF document'],
    ['PK\x03\x04', 'a ZIP archive'],
    ['\x1f\x8b\x08', 'a compressed file'],
    ['#EXTM3U\n', 'a playlist'],
    ['\x00\x00\x00\x18ftypisom', undefined],
    ['\x1a\x45\xdf\xa3', undefined],
    ['<\x00\x01', undefined],
    ['{\x00', undefined],
    [' GIF8', undefined],
    ['', undefined],
  ])('takes %j for %s', (head, want) => {
    expect(readOtherType(Buffer.from(head, 'latin1'))).toBe(want);
  });
});
