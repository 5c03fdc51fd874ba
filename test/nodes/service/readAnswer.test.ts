import { describe, expect, it, vi } from 'vitest';
import { readAnswer } from '../../../nodes/service/readAnswer.ts';
import { hideSecret } from '../../../nodes/text/hideSecret.ts';
import type { ReadBody } from '../../../nodes/service/readBody.ts';

const read = (
  httpStatus: number,
  text: string,
  { broken, ...headers }: Record<string, string> & { broken?: never } = {} as never,
) => {
  const body = { text, ...(broken !== undefined && { broken }) } as ReadBody;
  return readAnswer({ httpStatus, headers, body }, hideSecret('key-0123456789'), 0);
};

describe('readAnswer', () => {
  it.each([
    [101, 'faulty'],
    [199, 'faulty'],
    [300, 'redirected'],
    [399, 'redirected'],
    [400, 'refused'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'notFound'],
    [407, 'unsent'],
    // The service may have begun with what it did not hear to the end.
    [408, 'faulty'],
    [409, 'refused'],
    [410, 'notFound'],
    [422, 'refused'],
    [429, 'busy'],
    [499, 'refused'],
    [500, 'faulty'],
    [503, 'faulty'],
  ])('reads HTTP %i as %s', (httpStatus, kind) => {
    expect(read(httpStatus, '{}')).toMatchObject(
      kind === 'unsent' ? { kind, code: 'PROXY_LOGIN' } : { kind, httpStatus },
    );
  });

  it.each([
    ['7', 'a', '7'],
    ['12345678901234567890', 'a', '12345678901234567890'],
    ['" b "', 'a', ' b '],
  ])('takes %s for the ID of the task', (id, status, want) => {
    const task = { id: want, status };
    for (const httpStatus of [200, 299])
      expect(read(httpStatus, `{"id":${id},"status":"${status}"}`)).toEqual({
        kind: 'task',
        httpStatus,
        task,
      });
  });

  it.each([['""'], ['" "'], ['null'], ['{"a":1}']])('names what else may be the ID: %s', (id) => {
    const answer = read(200, `{"id":${id},"data":{"id":"task_9"}}`);
    expect(answer).toMatchObject({ kind: 'task', ids: ['data.id "task_9"'] });
  });

  it.each([
    [
      'reset',
      '{"id":"a","x":',
      'the connection broke before the answer was whole',
      { taskId: 'a' },
    ],
    ['timeout', '{"id":"a","x":', 'the answer didn’t arrive whole in time', { taskId: 'a' }],
    ['reset', '{"id":"a","status":"failed"}', 'the connection broke', { taskId: 'a' }],
    ['tooLarge', '{"id":"a","x":', 'larger than an answer of this service can be', { taskId: 'a' }],
    ['reset', '{"x":{"id":"a"', 'the connection broke', { ids: ['id "a"'] }],
    ['reset', '', 'the connection broke', {}],
  ])('keeps the ID of an answer that broke off: %s, %s', (broken, text, detail, want) => {
    const { kind, httpStatus, ...more } = read(200, text, {
      broken: broken as never,
    }) as unknown as Record<string, unknown>;
    expect([kind, httpStatus]).toEqual(['unreadable', 200]);
    expect(more).toEqual({ detail: expect.stringContaining(detail), ...want });
  });

  it.each([
    ['{"id":12,"x":"y', '12'],
    ['{"a":"b", "id" : "c" ,', 'c'],
    ['\n{"id":12345678901234567890,"x":', '12345678901234567890'],
    ['{"id":"a\\"b"', 'a"b'],
  ])('is certain of an ID before which nothing is nested: %s', (text, taskId) => {
    expect(read(200, text)).toMatchObject({ kind: 'unreadable', taskId });
  });

  it.each([
    '{"x":[],"id":"a"',
    '{"id":"cut',
    '{"id":12',
    '{"my_id":"a","x',
    '["id":"a"',
    'x{"id":"a"',
  ])('is not certain of another: %s', (text) =>
    expect(read(200, text)).not.toHaveProperty('taskId'),
  );

  it('hides the key in all that an answer says', () => {
    const key = 'key-0123456789';
    const basic = Buffer.from(`me:${key}`).toString('base64');
    const body = JSON.stringify({ id: `a${key}`, [key]: [key, `Basic ${basic}`] });
    const headers = { location: `https://a.test/${key}`, 'x-task-id': key };
    for (const httpStatus of [200, 303, 400, 401, 404, 429, 500])
      for (const text of [body, body.slice(1), `{"id":"${key}","x":`, `<p>${key} task_${key}`]) {
        const answer = JSON.stringify(read(httpStatus, text, headers));
        expect(answer).not.toContain(key);
        expect(answer).not.toContain(basic.slice(4, -4));
      }
  });

  it.each([
    ['', 'the answer isn’t a JSON object: (empty)'],
    ['<h1>Hello</h1>', 'the answer isn’t a JSON object: Hello'],
    ['[]', 'the answer isn’t a JSON object: []'],
  ])('says what stands in place of a task: %j', (text, detail) => {
    expect(read(200, text)).toEqual({ kind: 'unreadable', httpStatus: 200, detail });
  });

  it.each([
    ['{"message":"no"}', 'no'],
    ['{"error":"no","code":7}', 'no (code: 7)'],
    ['{"error":{"code":7,"message":"no"}}', 'no (code: 7)'],
    ['{"message":null,"detail":"no"}', 'no'],
    ['{"title":"no"}', 'no'],
    ['{"error":{"code":7}}', 'code: 7'],
    ['{}', ''],
    ['', ''],
    ['<b>no</b>', 'no'],
    [`{"message":${'['.repeat(4_000)}${']'.repeat(4_000)}}`, ''],
  ])('finds the words of a refusal: %.60j', (text, detail) => {
    expect(read(422, text)).toMatchObject({ kind: 'refused', detail });
  });

  it('names what may be an ID where the request may have been taken after all', () => {
    const text = '{"task_id":"t_1"}';
    for (const httpStatus of [303, 409, 500])
      expect(read(httpStatus, text)).toMatchObject({ ids: ['task_id "t_1"'] });
    for (const httpStatus of [401, 404, 429])
      expect(read(httpStatus, text)).not.toHaveProperty('ids');
    expect(read(303, '', { location: '/x' })).toMatchObject({ location: '/x' });
    expect(read(303, '')).toMatchObject({ location: '' });
  });

  it.each([429, 500, 503])('reads a date in Retry-After by the service’s clock: %i', (status) => {
    const date = 'Thu, 01 Jan 2026 00:30:00 GMT';
    const later = 'Thu, 01 Jan 2026 00:30:02 GMT';
    expect(read(status, '', { date, 'retry-after': later })).toMatchObject({ retryAfterMs: 2_000 });
    const own = { 'retry-after': 'Thu, 01 Jan 1970 00:00:03 GMT' };
    expect(read(status, '', own)).toMatchObject({ retryAfterMs: 3_000 });
    expect(read(status, '', { ...own, date: 'today' })).toMatchObject({ retryAfterMs: 3_000 });
    expect(read(status, '')).not.toHaveProperty('retryAfterMs');
  });
});

describe('an answer of any size', () => {
  it('is read, however long one of its values is', () => {
    const answer = { id: 'a', status: 'failed', picture: 'x'.repeat(900_000) };
    expect(read(200, JSON.stringify(answer))).toMatchObject({ kind: 'task', task: answer });
  });

  it.each([
    [9_000, 'task', {}],
    [10_000, 'unreadable', { taskId: 'a' }],
  ])('is parsed where it has not too many values: %i', (length, kind, more) => {
    const text = JSON.stringify({ id: 'a', x: Array.from({ length }, () => 1) });
    expect(read(200, text)).toMatchObject({ kind, ...more });
  });

  const many = (piece: string) => piece.repeat(1_000_000 / piece.length);
  it.each([
    ['deep', `{"id":"a","x":${many('[')}`],
    ['of many parts', `{"id":"a","x":[${many('{},')}1]}`],
  ])('is parsed in no piece that would hold up other executions: %s', (_, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    for (const httpStatus of [200, 500]) read(httpStatus, text);
    const lengths = parse.mock.calls.map(([parsed]) => parsed.length);
    parse.mockRestore();
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(50_000);
  });
});
