import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBeginning, readRecord } from '../../../nodes/service/readRecord.ts';

describe('readRecord', () => {
  it('reads a usual record as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (record) => {
        const text = JSON.stringify(record);
        fc.pre(text.length < 2_000 && !/\d{16}/.test(text));
        expect(readRecord(`\uFEFF \n${text} `)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', '[]', 'null', '"{}"', '1', '{', '{"a":1', '{"a":1}}', '{"a":nul}', '{a:1}'])(
    'takes %j for no record',
    (text) => expect(readRecord(text)).toBeUndefined(),
  );

  it.each([
    ['{"id":12345678901234567890}', '12345678901234567890'],
    ['{"x":[{"id":1}],"id" : -9007199254740993 }', '-9007199254740993'],
    ['{"id":9007199254740993,"id2":1}', '9007199254740993'],
    ['{"id":"a:12345678901234567890,"}', 'a:12345678901234567890,'],
    ['{"x":"\\"","id":"\\":12345678901234567890}"}', '":12345678901234567890}'],
    ['{"id":1700000000000000}', 1_700_000_000_000_000],
    ['{"id":0.12345678901234567890}', 0.123_456_789_012_345_68],
    ['{"id":1.5e300}', 1.5e300],
    ['{"id":12345678901234567890.5}', 12_345_678_901_234_567_000],
  ])('keeps all digits of a whole number: %s', (text, id) => {
    expect(readRecord(text)?.id).toBe(id);
  });

  it('does not parse what is far longer than a task', () => {
    const filled = (length: number) => `{"id":"${'x'.repeat(length - 9)}"}`;
    expect(readRecord(filled(64_000))).toBeDefined();
    expect(readRecord(filled(64_001))).toBeUndefined();
  });
});

describe('readBeginning', () => {
  const results = ['https://files.test/a.mp4'];

  it.each<[string, object]>([
    ['{"id":"a","sta', { id: 'a' }],
    ['{"status":"x","id" : "a\\"b" ,', { status: 'x', id: 'a"b' }],
    ['\n {"id":12345678901234567890,"x":', { id: '12345678901234567890' }],
    ['{"progress":12.5,"x":null,"id":7,', { progress: 12.5, id: 7 }],
    ['{"id":123', {}],
    ['{"id":"cut', {}],
    ['{"id":{"id":"b"}}', {}],
    ['{"x":{"id":"b"},"id":"a",', {}],
    ['{"id":"a","x":{"status":"failed"', { id: 'a' }],
    ['{"x":"\\\\","id":"a"}', { id: 'a' }],
    ['{"id":"a"}{"status":"b"}', { id: 'a' }],
    [
      `{"status":"completed","results":${JSON.stringify(results)},"more":`,
      { status: 'completed', results },
    ],
    ['{"id":"a"', { id: 'a' }],
    ['{"id":"a" x', {}],
    ['{"results":["https://files.test/a.mp4"', {}],
    [`{"x":"${'y'.repeat(900_000)}","id":"a"`, { id: 'a' }],
    [`{"x":"${'y'.repeat(900_000)}","id":"a",`, { id: 'a' }],
    [`{"id":"a","x":${'['.repeat(300_000)}`, { id: 'a' }],
    ['["id","a"]', {}],
    ['x{"id":"a",', {}],
    ['', {}],
  ])('reads %.60j', (text, want) => expect(readBeginning(text)).toEqual(want));
});
