import { describe, expect, it } from 'vitest';
import { endOf, findAddress, resultUrl } from '../../../nodes/tasks/endOf.ts';
import { briefTask, keepApart, layOver, taskJson } from '../../../nodes/tasks/taskJson.ts';
import { taskIdProblem } from '../../../nodes/tasks/readRecord.ts';
import { readError, whatWasSaid } from '../../../nodes/tasks/whatWasSaid.ts';

describe('endOf', () => {
  it.each<[string | undefined, string]>([
    [
      'completed',
      'completed,complete,succeeded,success,done,finished,COMPLETED,succeed,finish,Ready,completed_with_errors',
    ],
    [
      'failed',
      'failed,failure,error,errored,canceled,cancelled,aborted,terminated,expired,timeout,rejected,denied,TIMED_OUT,timed-out,Timed out,timed _-out,Content Moderated,nsfw,killed',
    ],
    [
      undefined,
      'pending,completing,incomplete,undone,completedly,cancelling,errors,stopped,,not failed',
    ],
  ])('is %s', (end, statuses) => {
    for (const status of statuses.split(',')) expect(endOf(status), status).toBe(end);
  });
});

describe('resultUrl', () => {
  const address = 'https://files.test/a.mp4?sig=a%2Fb';
  const urlIn = (results: unknown, status = 'completed') => resultUrl({ status, results } as never);

  it.each([[address], [` ${address}\r\n`], [{ url: address }]])(
    'finds the video in %j',
    (result) => {
      expect(urlIn([result])).toBe(address);
    },
  );

  it.each(
    [
      ...[undefined, null, address, [], [''], [null, address], [7], [{}]],
      ...[['/a.mp4'], ['ftp://files.test/a.mp4'], ['http://['], [`see ${address}`]],
    ].map((results) => ({ results })),
  )('finds none in %j', ({ results }) => {
    expect(urlIn(results)).toBeUndefined();
  });

  it.each([
    ...['failed', 'rendering', 'accepted', 'active', 'created', 'initialized', 'In - Progress'],
    ...['IN_QUEUE', 'new', 'paused', 'queued', 'received', 'scheduled', 'started', 'stopped'],
    ...['submitted', 'throttled'],
  ])('finds none under %s, where it may be a preview', (status) =>
    expect(urlIn([address], status)).toBeUndefined(),
  );

  it('finds it under a word that nobody knows', () => {
    expect(urlIn(['http://files.test/a'], 'in progressive mode')).toBe('http://files.test/a');
  });
});

describe('findAddress', () => {
  const file = 'https://files.test/a';
  const page = 'https://files.test/page';
  const query = { link: `${file}.mp4x`, url: `${file}.webm?a` };
  const inputs = { prompt: file, image_urls: [file], Callback: file, thumbUrl: file };
  it.each<[string, object, string | undefined]>([
    ['the only one', { link: ` ${file} `, count: 1, none: null }, file],
    ['what is called a video', { link: page, data: [{ VideoLink: file }] }, file],
    ['what ends as one', { link: page, url: `${file}.mp4` }, `${file}.mp4`],
    ['what ends so before its query', query, query.url],
    ['none in a text', { video: `see ${file}` }, undefined],
    ['none that stands for something else', { ...inputs, doc: file, help: file }, undefined],
  ])('finds %s', (_, record, address) => {
    expect(findAddress(record)).toBe(address);
  });
});

describe('whatWasSaid', () => {
  it.each<[object, string]>([
    [{}, ''],
    [{ error: null, message: '' }, ''],
    [{ error: { code: 'E7', message: 'blocked' } }, 'blocked (E7)'],
    [{ error: { message: 'It was blocked', type: 't' }, code: 7, usage: 3 }, 'It was blocked (7)'],
    [{ error: { code: 'generation_timeout' }, model: 'm' }, 'generation_timeout'],
    [{ message: 'It took too long', error: 'timeout', created: 1 }, 'It took too long'],
    [{ message: 'no', error: 'no' }, 'no'],
    [{ error: [{ message: 'one' }, { message: 'two' }] }, 'one; two'],
    [{ failure_code: 42, retryable: false }, 'failure_code: 42; retryable: false'],
    [{ error: ' a\nb ', title: '  ' }, 'a b'],
    [{ x: '', reason: { a: { b: 'deep' } } }, 'a: b: deep'],
    [{ error: { a: { b: { c: { d: 'deeper' } } } } }, ''],
  ])('makes words of %o', (fields, words) => {
    expect(whatWasSaid({ status: 'failed', id: 'a', progress: 3, ...fields } as never)).toBe(words);
  });

  it('is short, and shows no logins', () => {
    const error = `https://u:p@x.test ${'z'.repeat(5_000)}`;
    const said = whatWasSaid({ status: 'failed', error } as never);
    expect(said.length).toBeLessThan(320);
    expect(said).not.toContain('u:p');
  });
});

describe('readError', () => {
  const message = 'The balance is too low';
  const billing = { code: 402, message, type: 'billing', param: null, request_id: 'r1' };
  const hinted = { error: { message, fallback_suggestion: ' top up  ' }, code: 'E' };
  const field = { detail: [{ loc: ['body', 'prompt'], msg: 'Field required' }] };
  it.each<[object, string, string]>([
    [{}, '', ''],
    [{ error: 'Unauthorized', code: 7 }, '', ''],
    [{ message, error: 'Bad Request', statusCode: 400 }, message, 'Bad Request; statusCode: 400'],
    [{ error: billing }, message, 'code: 402; type: billing; request_id: r1'],
    [hinted, `${message}. Top up`, 'code: E'],
    [{ message: `${message}!`, hint: 'Top up.' }, `${message}! Top up.`, ''],
    [field, 'Field required', 'loc: body; prompt'],
  ])('parts of %j what people read from the codes', (body, sentence, codes) => {
    expect(readError(body)).toEqual({ sentence, codes });
  });
});

it('layOver keeps what only the create answer told, and the contract’s fields as they were seen last', () => {
  const created = { id: 'a', status: 'pending', progress: 0, usage: { reserved: 5 }, x: 1 };
  const seen = { status: 'completed', x: 2 } as never;
  expect(layOver(created, seen)).toEqual({ status: 'completed', usage: { reserved: 5 }, x: 2 });
  expect(layOver(undefined, seen)).toEqual(seen);
});

it('briefTask keeps a short record, and of a very long one what names the task', () => {
  const short = { id: 'a', status: 'failed', x: 1 };
  expect(briefTask(short)).toEqual(short);
  expect(briefTask(short)).not.toBe(short);
  const long = { id: 7, status: 's'.repeat(200), x: 'y'.repeat(2_000) };
  expect(briefTask(long)).toEqual({ id: '7', status: `${'s'.repeat(60)}…` });
  expect(briefTask({ ...long, status: 3 })).toEqual({ id: '7' });
  const longest = { x: 'y'.repeat(2_000 - '{"x":""}'.length) };
  expect(briefTask(longest)).toEqual(longest);
});

describe('taskJson', () => {
  it('has the id that was asked for, and no field that n8n takes for a failure', () => {
    const told = { id: 'b', status: 'failed', error: 'x', credits: 3 } as never;
    expect(taskJson('a', told)).toEqual({ id: 'a', status: 'failed', credits: 3, taskError: 'x' });
    expect(taskJson('a', undefined)).toStrictEqual({ id: 'a' });
    const done = { status: 'completed', results: ['https://f.test/a'] };
    expect(taskJson('a', done)).toStrictEqual({ id: 'a', ...done, videoUrl: 'https://f.test/a' });
  });

  it('gives a field of the service a name of its own where ours has the same', () => {
    const apart = keepApart({ paid: 12, credits: 3 }, { paid: 'yes' });
    expect(apart).toEqual({ taskPaid: 12, credits: 3, paid: 'yes' });
  });
});

it.each([' a', 'a\n'])('taskIdProblem has something against %j, which the form trims', (id) => {
  expect(taskIdProblem(id)).toBe('begins or ends with a blank');
});
