import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../../nodes/tasks/parseJson.ts';

describe('parseRecord', () => {
  it('reads a usual record as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (record) => {
        const text = JSON.stringify(record);
        fc.pre(!/\d{16}/.test(text));
        expect(parseRecord(`\uFEFF \n${text} `)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', '[]', 'null', '"{}"', '1', '{', '{"a":1', '{"a":1}}', '{"a":nul}', '{a:1}'])(
    'takes %j for no record',
    (text) => expect(parseRecord(text)).toBeUndefined(),
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
    expect(parseRecord(text)?.id).toBe(id);
  });

  it('leaves out what is nested deeper than n8n can store', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = `{"status":"failed","deep":${deep},"more":{"a":null,"b":[{"c":1}]}}`;
    expect(JSON.stringify(parseRecord(text))).toMatch(
      /^\{"status":"failed","deep":\[{19}null\]{19},"more":\{"a":null,"b":\[\{"c":1\}\]\}\}$/,
    );
  });

  it('takes a name such as "__proto__" for one like any other', () => {
    const record = parseRecord('{"__proto__":{"status":"completed"}}');
    expect(record?.status).toBeUndefined();
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });
});
