import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../nodes/service/readRecord.ts';
import { salvageField } from '../../../nodes/service/salvageField.ts';

const results = ['https://files.test/a.mp4'];
const large = 'x'.repeat(100_000);

describe('readRecord', () => {
  it('reads a usual record as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (record) => {
        const text = JSON.stringify(record);
        fc.pre(text.length < 2_000);
        expect(readRecord(`\uFEFF \n${text} `)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', '[]', 'null', '"{}"', '{', '{"a":1', '{"a":1}}', '{"a":1} x', '{"a":nul}', '{a:1}'])(
    'takes %j for no record',
    (text) => expect(readRecord(text)).toBeUndefined(),
  );

  it('reads what is whole of a text that was cut, where it may be', () => {
    const text = '{"message":"no","code":7,"trace":"abc';
    expect(readRecord(text)).toBeUndefined();
    expect(readRecord(text, true)).toEqual({ message: 'no', code: 7, leftOut: ['trace'] });
  });

  it.each<[string, object, object]>([
    ['a long text', { thumbnail: large }, { leftOut: ['thumbnail'] }],
    [
      'a long list',
      { frames: Array.from({ length: 50_000 }, (_, n) => n) },
      { frames: expect.any(Array) as unknown, leftOut: ['frames'] },
    ],
    ['empty records', { list: Array.from({ length: 50_000 }, () => ({})) }, { leftOut: ['list'] }],
    ['a record in it', { meta: { a: 1, b: large } }, { meta: { a: 1, leftOut: ['b'] } }],
    ['a long name', { [large]: 1 }, {}],
    [
      'many fields',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, n])),
      { f0: 0, f1: 1, leftOut: expect.any(Array) as unknown },
    ],
  ])('keeps the contract’s fields of a record with %s, before and behind it', (_, more, want) => {
    const record = { id: 'a', ...more, status: 'completed', progress: 100, results };
    const read = readRecord(JSON.stringify(record))!;
    expect(read).toMatchObject({ id: 'a', status: 'completed', progress: 100, results, ...want });
    expect(JSON.stringify(read).length).toBeLessThan(60_000);
  });

  it('finds them in a record that others wrap', () => {
    const inner = { id: 'a', preview: large, status: 'completed', results };
    const text = JSON.stringify({ noise: Array(9_999).fill(''), data: { task: inner } });
    expect(readRecord(text)).toMatchObject({
      data: { task: { id: 'a', status: 'completed', results, leftOut: ['preview'] } },
    });
  });

  it('keeps the first of very many videos', () => {
    const urls = Array.from({ length: 30_000 }, (_, n) => `https://files.test/${n}.mp4`);
    const read = readRecord(JSON.stringify({ status: 'completed', results: urls }))!;
    expect(read.leftOut).toEqual(['results']);
    expect((read.results as string[]).slice(0, 2)).toEqual(urls.slice(0, 2));
  });

  it('leaves out what is nested deeper than n8n can store', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = open.repeat(100_000) + '1' + close.repeat(100_000);
      expect(readRecord(`{"status":"failed","more":${deep},"id":"a"}`)).toMatchObject({
        status: 'failed',
        id: 'a',
      });
    }
  });

  it('takes a name such as "__proto__" for one like any other', () => {
    const read = readRecord(`{"__proto__":{"status":"completed"},"x":"${large}"}`)!;
    expect(read.status).toBeUndefined();
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('takes the last of two fields of one name, as JSON does', () => {
    expect(readRecord(`{"id":"a","x":"${large}","id":"b"}`)).toMatchObject({ id: 'b' });
  });
});

describe('salvageField', () => {
  it.each<[string, string | undefined]>([
    ['{"id":"a","sta', 'a'],
    ['{"status":"x","id" : "a\\"b" ,', 'a"b'],
    ['{"id":12345678901234567890,"x":', '12345678901234567890'],
    ['{"id":123', undefined],
    ['{"id":"cut', undefined],
    ['{"id":""}', undefined],
    ['{"id":{"id":"b"}}', undefined],
    ['{"x":{"id":"b"}}', undefined],
    ['{"x":"\\\\","id":"a"}', 'a'],
    [`{"x":${'['.repeat(300_000)}${']'.repeat(300_000)},"id":"a"`, 'a'],
    ['["id","a"]', undefined],
    ['', undefined],
  ])('reads %.40j', (text, id) => expect(salvageField(text, 'id')).toBe(id));
});
