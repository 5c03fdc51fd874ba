import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestRecord, readRecord, recognizeTask } from '../../../nodes/tasks/readRecord.ts';

describe('readRecord', () => {
  it('reads a usual record as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (record) => {
        const text = JSON.stringify(record);
        expect(readRecord(` \n${text} `)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['', '[]', 'null', '"{}"', '1', '{"a":1', '{"a":1}}', '{a:1}'])(
    'takes %j for no record',
    (text) => expect(readRecord(text)).toBeUndefined(),
  );

  it('reads none that is longer than a record of this service can be', () => {
    const record = { x: 'x'.repeat(longestRecord - '{"x":""}'.length) };
    expect(readRecord(JSON.stringify(record))).toEqual(record);
    expect(readRecord(JSON.stringify({ x: `${record.x}x` }))).toBeUndefined();
  });

  it.each([
    ['{"id":12345678901234567890}', '12345678901234567890'],
    ['{"x":[{"id":1}],"id" : 9007199254740993 }', '9007199254740993'],
    ['{"x":"\\"id\\":12345678901234567890,","id":"a"}', 'a'],
    ['{"id":1700000000000}', 1_700_000_000_000],
    ['{"id":12345678901234567890.5}', 12_345_678_901_234_567_000],
  ])('keeps all digits of an ID: %s', (text, id) => {
    expect(readRecord(text)?.id).toBe(id);
  });

  it('leaves out what is nested deeper than n8n can store', () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const text = `{"status":"failed","deep":${deep},"more":{"a":null,"b":[{"c":1}]}}`;
    expect(JSON.stringify(readRecord(text))).toMatch(
      /^\{"status":"failed","deep":\[{19}null\]{19},"more":\{"a":null,"b":\[\{"c":1\}\]\}\}$/,
    );
  });

  it('takes a name such as "__proto__" for one like any other', () => {
    const record = readRecord('{"__proto__":{"status":"completed"}}');
    expect(record?.status).toBeUndefined();
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });
});

describe('recognizeTask', () => {
  const long = 'x'.repeat(500);
  const short = `${long.slice(0, 60)}…`;
  it.each<[string, object, object | string | undefined, id?: string]>([
    ['the task at the top', { id: 'a', status: 'b', data: { status: 'c' } }, { status: 'b' }],
    ['one without an id', { status: 'b' }, { status: 'b' }],
    ['one with an empty id', { id: '', status: 'b' }, { id: '', status: 'b' }],
    ['one with blanks around its id', { id: ' a ', status: 'b' }, { status: 'b' }],
    ['one whose id is a number', { id: 7, status: 'b' }, { status: 'b' }, '7'],
    ['an endless status, in short', { status: long }, { status: short }],
    ['a status of just that length', { status: long.slice(0, 60) }, { status: long.slice(0, 60) }],
    ['no task without a status', { id: 'a', progress: 3 }, undefined],
    ['no task in a status that is no text', { status: 200 }, undefined],
    ['another task', { id: 'b', status: 'c' }, 'the answer is about task "b"'],
    ['another’s endless id', { id: long, status: 'c' }, `the answer is about task "${short}"`],
  ])('finds %s', (_, answer, want, id = 'a') => {
    const { task, contradiction } = recognizeTask(answer as never, id);
    if (typeof want === 'object') expect(task).toEqual({ ...answer, ...want });
    else expect([task, contradiction]).toEqual([undefined, want]);
  });
});
