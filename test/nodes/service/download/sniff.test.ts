import { describe, expect, it } from 'vitest';
import { sniff } from '../../../../nodes/service/download/sniff.ts';

describe('sniff', () => {
  const cases: [string, object][] = [
    ['\x00\x00\x00\x18ftypisom', { video: 'video/mp4' }],
    ['\x00\x00\x00\x14ftypqt  ', { video: 'video/quicktime' }],
    ['\x1a\x45\xdf\xa3\x01', { video: 'video/webm' }],
    ['<!DOCTYPE html>', { other: 'a web page' }],
    ['\xef\xbb\xbf\r\n <html>', { other: 'a web page' }],
    ['<?xml version="1.0"?><Error>', { other: 'a web page' }],
    ['{"error":"expired"}', { other: 'a JSON text' }],
    ['[]', { other: 'a JSON text' }],
    ['\x89PNG\r\n', { other: 'an image' }],
    ['%PDF-1.7', { other: 'a PDF document' }],
    ['\x1f\x8b\x08', { other: 'a compressed file' }],
    ['#EXTM3U\n', { other: 'a playlist' }],
    ['\x00\x01\x02\x03', {}],
    ['', {}],
  ];
  it.each(cases)('takes %j for %o', (head, want) => {
    expect(sniff(Buffer.from(head, 'latin1'))).toEqual(want);
  });
});
