import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../nodes/service/readAnswer.ts';
import { hideSecret } from '../../../nodes/text/redact.ts';

const read = (httpStatus: number, text: string, headers = {}, broken?: string) => {
  const body = { text, ...(broken !== undefined && { broken }) };
  return readAnswer({ httpStatus, headers, body }, hideSecret('key-0123456789'), 0);
};

describe('readAnswer', () => {
  it.each([
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
    [429, 'busy'],
    [500, 'faulty'],
  ])('reads HTTP %i as %s', (httpStatus, kind) => {
    expect(read(httpStatus, '{}')).toMatchObject(
      kind === 'unsent' ? { kind, code: 'PROXY_LOGIN' } : { kind, httpStatus },
    );
  });

  it.each([
    ['7', '7'],
    ['12345678901234567890', '12345678901234567890'],
    ['" b "', ' b '],
  ])('takes %s for the ID of the task', (written, id) => {
    for (const httpStatus of [200, 299])
      expect(read(httpStatus, `{"id":${written},"status":"a"}`)).toEqual({
        kind: 'task',
        httpStatus,
        task: { id, status: 'a' },
      });
  });

  it.each(['""', '" "', 'null', '{"a":1}'])('names what else may be the ID: %s', (id) => {
    const answer = read(200, `{"id":${id},"data":{"id":"task_9"}}`);
    expect(answer).toMatchObject({ kind: 'task', ids: ['id "task_9"'] });
  });

  it.each<[string, id: string | undefined, ids?: string[]]>([
    ['{"id":12,"x":"y', '12'],
    ['{"a":"b", "id" : "c" ,', 'c'],
    ['\n{"id":12345678901234567890,"x":', '12345678901234567890'],
    ['{"id":"a\\"b"', 'a"b'],
    ['{"id":"a","status":"failed"}', 'a'],
    ['{"x":{"id":"a"},"id":"b"', undefined, ['id "a"', 'id "b"']],
    ['{"my_id":"a","x', undefined, ['my_id "a"']],
    ['["id":"a"', undefined, ['id "a"']],
    ['x{"id":"a"', undefined, ['id "a"']],
    ['{"id":"cut', undefined],
    ['{"id":12', undefined],
    ['', undefined],
  ])('is certain of an ID before which nothing is nested, if it broke off: %s', (text, id, ids) => {
    const [httpStatus, detail] = [200, 'the connection broke'];
    expect(read(httpStatus, text, {}, detail)).toEqual(
      id === undefined
        ? { kind: 'unreadable', httpStatus, detail, ...(ids && { ids }) }
        : { kind: 'task', httpStatus, task: { id } },
    );
  });

  it.each([
    ['', '(empty)'],
    ['<h1>Hello</h1>', 'Hello'],
    ['<style>b { top: 0 }</style>\n<script>if (1 < 2) go()</script ><b>Hello', 'Hello'],
    ['Hello <script src="a.js">go()', 'Hello'],
    ['[]', '[]'],
  ])('says what stands in place of a task: %j', (text, said) => {
    const detail = `the answer isn’t a JSON object: ${said}`;
    expect(read(200, text)).toEqual({ kind: 'unreadable', httpStatus: 200, detail });
  });

  it.each([
    ['{"message":"no"}', 'no'],
    ['{"code":7,"error":"no"}', 'no; code: 7'],
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

  const withCode = '{"error":{"message":"No such size","code":"bad_size"}}';
  const withId = '{"message":"No such size","request_id":"r-1"}';
  const saying = (codes: string) => ({ detail: 'No such size', isSentence: true, codes });
  const long = `A ${'b'.repeat(198)}`;
  it.each<[string, text: string, told: object, requestId?: string]>([
    [
      'its codes, and the ID of the request',
      withCode,
      saying('code: bad_size; request: r-1'),
      'r-1',
    ],
    ['an ID that stands among its codes once', withId, saying('request_id: r-1'), 'r-1'],
    ['codes alone', '{"code":"bad_size"}', { detail: 'code: bad_size', codes: '' }],
    ['a text', ' No such size\n', { detail: 'No such size', isSentence: true }],
    ['a text of 200 characters', long, { detail: long, isSentence: true }],
    ['a longer one, which is no headline', `${long}b`, { detail: `${long}b` }],
    ['a word', 'Forbidden', { detail: 'Forbidden' }],
    ['lines', 'No such\nsize', { detail: 'No such size' }],
    ['a page without its tags', '<p>No such size</p>', { detail: 'No such size' }],
  ])('tells %s', (_, text, told, requestId) => {
    const headers = requestId === undefined ? {} : { 'x-request-id': requestId };
    expect(read(422, text, headers)).toEqual({ kind: 'refused', httpStatus: 422, ...told });
  });
});

describe('Retry-After', () => {
  const date = 'Thu, 01 Jan 1970 00:30:00 GMT';
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    [7, 7000],
    ['86400', 86_400_000],
    ['Thu, 01 Jan 1970 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 1969 23:59:00 GMT', 0],
    // Longer than any quota: as if nothing was said.
    ['86401', undefined],
    ['9'.repeat(400), undefined],
    ['Fri, 01 Jan 2038 00:00:00 GMT', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1970-01-01T00:00:30Z', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is read, %j as %j', (header, want) => {
    for (const httpStatus of [429, 500, 503]) {
      const answer = read(httpStatus, '', { 'retry-after': header });
      expect('retryAfterMs' in answer ? answer.retryAfterMs : undefined).toBe(want);
    }
  });

  it.each([
    [date, 2_000],
    ['today', 1_802_000],
    [undefined, 1_802_000],
  ])('with a date is measured by the answer’s own, %j', (own, retryAfterMs) => {
    const headers = { date: own, 'retry-after': 'Thu, 01 Jan 1970 00:30:02 GMT' };
    expect(read(429, '', headers)).toMatchObject({ retryAfterMs });
  });
});
