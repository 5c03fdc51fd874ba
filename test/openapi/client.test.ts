import { once } from 'node:events';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { create, getTask, VideoGenerationError } from 'video-generation-openapi';
import {
  apiKey,
  request,
  pending,
  json,
  broken,
  serviceOf,
  fails,
  reasons,
  completed,
} from './clientService.ts';

describe('create', () => {
  it('sends the request once, as JSON with the key, and follows no redirect', async () => {
    const { service, sent } = serviceOf(json({ id: 'task_1', status: 'pending' }));
    expect(await create(service, request)).toEqual({ id: 'task_1', status: 'pending' });
    const [{ url, headers, redirect }, body] = [sent[0]!, await sent[0]!.json()];
    expect([sent.length, url, redirect, body]).toEqual([
      ...[1, 'https://api.example.com/v1/videos/generations', 'manual', request],
    ]);
    expect(headers.get('authorization')).toBe(`Bearer ${apiKey}`);
    expect(headers.get('content-type')).toBe('application/json');
  });

  it.each(['', '/', '/v1', '/v1///', '/api/v1'])(
    'takes an address that ends with %j, and the version once',
    async (end) => {
      const { service, sent } = serviceOf(json({ id: 'task_1', status: 'pending' }));
      await create({ ...service, baseUrl: `https://a.example${end}` }, request);
      const path = end.startsWith('/api') ? '/api/v1' : '/v1';
      expect(sent[0]!.url).toBe(`https://a.example${path}/videos/generations`);
    },
  );

  it.each([
    ['a refusal', json({ message: 'No prompt' }, 422), 'no', 422],
    ['too many requests', json({}, 429), 'no', 429],
    ['a time limit of a proxy', json({}, 408), 'unknown', 408],
    ['a fault of the service', json({}, 500), 'unknown', 500],
    ['a redirect', json({}, 307, { location: 'https://elsewhere.example' }), 'unknown', 307],
    ['success without an ID', json({ status: 'pending' }), 'unknown', 200],
    ['success with an empty ID', json({ id: '', status: 'pending' }), 'unknown', 200],
    ['success of null', json(null), 'unknown', 200],
    ['success in words', () => new Response('Thank you'), 'unknown', 200],
    ['a connection that breaks off', broken('ECONNRESET'), 'unknown', 0],
    ['a connection that does not come about', broken('ECONNREFUSED'), 'no', 0],
    ['a name that does not exist', broken('ENOTFOUND'), 'no', 0],
  ] as const)(
    'says whether there is a task, and sends once: %s',
    async (_what, answer, ...told) => {
      const { service, sent } = serviceOf(answer);
      const { created, status } = await fails(create(service, request));
      expect([created, status, sent.length]).toEqual([...told, 1]);
    },
  );

  it('says what the service said, what it means for your money, and not the key', async () => {
    const answer = json({ message: `Bad key ${apiKey}` }, 500, { 'retry-after': '7' });
    const { message, ...told } = await fails(create(serviceOf(answer).service, request));
    expect(message).toBe(
      'No task was answered (HTTP 500 Bad key ***). It may be charged all the same. Check the dashboard before you create it again.',
    );
    expect(told).toMatchObject({ body: { message: `Bad key ${apiKey}` }, retryAfterMs: 7_000 });
  });

  it('counts an answer that does not come in time as unknown', async () => {
    const fetch = async ({ signal }: Request) => {
      await once(signal, 'abort');
      throw signal.reason;
    };
    const service = { baseUrl: 'https://a.example', apiKey, fetch, requestTimeoutMs: 1 };
    expect((await fails(create(service, request))).created).toBe('unknown');
  });

  it.each<[string, object, string]>([
    ['an address that is none', { baseUrl: 'api.example.com' }, 'baseUrl'],
    ['an address with a key in it', { baseUrl: 'https://u:p@api.example.com' }, 'baseUrl'],
    ['an address that no request takes', { baseUrl: 'https://:a:b' }, 'a request'],
    ['no address', { baseUrl: undefined }, 'baseUrl'],
    ['no key', { apiKey: '' }, 'apiKey'],
    ['a key that is not set', { apiKey: undefined }, 'apiKey'],
    ['a key with a line break', { apiKey: 'secret\nkey' }, 'apiKey'],
    ['no number as the time for an answer', { requestTimeoutMs: NaN }, 'a request'],
  ])('sends nothing for %s, says so, and repeats no key', async (_what, wrong, named) => {
    const { service, sent } = serviceOf(json({}));
    const { reason, created, message } = await fails(create({ ...service, ...wrong }, request));
    expect([reason, created, sent.length]).toEqual(['invalid', 'no', 0]);
    expect(message).toMatch(new RegExp(`^Expected .*${named}.* Nothing was sent\\.$`));
    expect(message).not.toContain('secret');
  });

  it('sends nothing once it is aborted, and leaves open what an abort meets on its way', async () => {
    const { service, sent } = serviceOf(json({}));
    const early = await fails(create(service, request, { signal: AbortSignal.abort() }));
    expect([early.reason, early.created, sent.length]).toEqual(['aborted', 'no', 0]);
    const controller = new AbortController();
    const fetch = () => {
      controller.abort();
      return new Promise<Response>(() => {});
    };
    const late = await fails(create({ ...service, fetch }, request, { signal: controller.signal }));
    expect([late.reason, late.created]).toEqual(['aborted', 'unknown']);
  });

  it('takes an ID that is a number, with all its digits', async () => {
    const id = '12345678901234567890';
    const { service } = serviceOf(() => new Response(`{"id": ${id}, "status": "x"}`));
    expect(await create(service, request)).toEqual({ id, status: 'x' });
  });
});

it('VideoGenerationError is one class, whether imported or required', async () => {
  const required = createRequire(import.meta.url)('video-generation-openapi');
  const { service } = serviceOf(json({}, 422));
  const error = await fails(required.create(service, request));
  expect(error).toBeInstanceOf(required.VideoGenerationError);
  expect(new Error('another')).not.toBeInstanceOf(VideoGenerationError);
});

it('the client has at most 2.5 kB, compressed, with all that it imports', async () => {
  const bundle = await rolldown({ input: 'openapi/dist/client.js' });
  const { output } = await bundle.generate({ minify: true });
  expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(2500);
  expect(output[0].imports).toEqual([]);
});

describe('getTask', () => {
  it('reads the task, and adds its ID', async () => {
    const { service, sent } = serviceOf(json(pending));
    expect(await getTask(service, 'a/b')).toEqual({ ...pending, id: 'a/b' });
    expect([sent[0]!.method, sent[0]!.url]).toEqual([
      ...['GET', 'https://api.example.com/v1/tasks/a%2Fb'],
    ]);
    expect(sent[0]!.headers.get('content-type')).toBeNull();
  });

  it.each(Object.entries(reasons))('says of an answer of %s that it is %s', async (code, kind) => {
    const { service } = serviceOf(json({ detail: 'gone' }, Number(code)));
    const { reason, taskId, message } = await fails(getTask(service, 'task_1'));
    expect([reason, taskId]).toEqual([kind, 'task_1']);
    expect(message).toBe(`Task task_1 could not be read (HTTP ${code} gone).`);
  });

  it('does not take the answer about another task for its own', async () => {
    const { service } = serviceOf(json({ ...completed, id: 'task_2' }));
    expect((await fails(getTask(service, 'task_1'))).reason).toBe('unreadable');
  });

  it.each(['', '.', '..', undefined])('sends nothing for the ID %j', async (id) => {
    const { service, sent } = serviceOf(json(pending));
    await expect(getTask(service, id as string)).rejects.toThrow('Expected the ID of a task');
    expect(sent).toEqual([]);
  });
});
