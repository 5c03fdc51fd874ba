import { Readable } from 'node:stream';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import { gates } from '../../../nodes/pace/gates.ts';
import { connectService } from '../../../nodes/service/connectService.ts';

const key = 'key-0123456789';

type Answer = { statusCode: number; headers?: object; body?: string | Readable };

/** A node's context whose requests are answered in this order, and what was sent through it. */
function contextOf(
  answers: (Answer | Error)[],
  credential: object = { baseUrl: 'https://service.test/v1/', apiKey: ` Bearer ${key}` },
  stop = new AbortController(),
) {
  const sent: IHttpRequestOptions[] = [];
  const context = {
    getCredentials: async () => credential,
    getInputData: () => [{ json: {} }],
    getExecutionId: () => '7',
    getExecutionCancelSignal: () => stop.signal,
    helpers: {
      async httpRequestWithAuthentication(
        name: string,
        options: IHttpRequestOptions,
        more: object,
      ) {
        expect([name, more]).toEqual([
          'videoGenApi',
          { credentialsDecrypted: { id: '', name, type: name, data: credential } },
        ]);
        sent.push(options);
        const answer = answers.shift()!;
        if (answer instanceof Error) throw answer;
        const { body = '' } = answer;
        const stream = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body;
        return { headers: {}, ...answer, body: stream };
      },
    },
  } as unknown as IExecuteFunctions;
  return { context, sent, stop };
}

const request = { model: 'm', prompt: 'p' } as never;
const timeoutMs = 1_000;
const created = { statusCode: 200, body: '{"id":"a","status":"pending"}' };

beforeEach(() => gates.forgetAll());

describe('connectService', () => {
  it('sends a create once, follows no redirect, and hands the key to n8n alone', async () => {
    const { context, sent } = contextOf([created]);
    const service = await connectService(context);
    expect(service.baseUrl).toBe('https://service.test');
    expect(await service.createVideo(request, { timeoutMs })).toEqual({
      kind: 'task',
      httpStatus: 200,
      task: { id: 'a', status: 'pending' },
    });
    expect(sent).toEqual([
      {
        method: 'POST',
        url: 'https://service.test/v1/videos/generations',
        body: request,
        headers: { Accept: 'application/json' },
        encoding: 'stream',
        returnFullResponse: true,
        ignoreHttpStatusErrors: true,
        disableFollowRedirect: true,
        timeout: timeoutMs,
      },
    ]);
  });

  it('asks for a task by its ID, whatever that holds', async () => {
    const { context, sent } = contextOf([created]);
    const service = await connectService(context);
    await service.getTask('a/../b?', { timeoutMs });
    expect(sent).toMatchObject([
      {
        method: 'GET',
        url: 'https://service.test/v1/tasks/a%2F..%2Fb%3F',
        disableFollowRedirect: true,
      },
    ]);
  });

  it('never repeats a request, and shows no key of what is said', async () => {
    const location = `https://elsewhere.test/${key}`;
    const { context, sent } = contextOf([
      { statusCode: 307, headers: { location } },
      Object.assign(new Error(`connect to ${key}`), { syscall: 'connect', code: 'ECONNREFUSED' }),
      new Error(`socket hang up ${key}`),
    ]);
    const service = await connectService(context);
    const create = async () => await service.createVideo(request, { timeoutMs });
    expect(await create()).toMatchObject({
      kind: 'redirected',
      location: 'https://elsewhere.test/***',
    });
    expect(await create()).toEqual({
      kind: 'unsent',
      code: 'ECONNREFUSED',
      detail: 'connect to ***',
    });
    expect(await create()).toEqual({
      kind: 'unanswered',
      code: '',
      detail: 'socket hang up ***',
    });
    expect(sent).toHaveLength(3);
  });

  it('tells what the Stop button ended from what was never sent', async () => {
    const { context, sent, stop } = contextOf([new Error('aborted'), created]);
    const service = await connectService(context);
    const first = service.createVideo(request, { timeoutMs });
    await Promise.resolve();
    stop.abort();
    expect((await first).kind).toMatch(/cancelled|unsent/);
    const before = sent.length;
    expect(await service.createVideo(request, { timeoutMs })).toEqual({
      kind: 'unsent',
      code: 'cancelled',
      detail: 'the execution was stopped',
    });
    expect(sent).toHaveLength(before);
  });

  it('reads no more of an answer than a megabyte', async () => {
    let chunks = 0;
    async function* endless() {
      yield Buffer.from('{"id":"a","x":"');
      for (; chunks < 100; chunks++) yield Buffer.alloc(100_000, 'x');
    }
    const { context } = contextOf([{ statusCode: 500, body: Readable.from(endless()) }]);
    const service = await connectService(context);
    expect(await service.createVideo(request, { timeoutMs })).toMatchObject({
      kind: 'faulty',
      ids: ['id "a"'],
    });
    expect(chunks).toBeLessThan(20);
  });

  it.each([
    [{ baseUrl: 'https://service.test', apiKey: '' }, 'The API Key of the VideoGen API credential'],
    [{ baseUrl: 'service.test', apiKey: key }, 'The Base URL of the VideoGen API credential isn’t'],
  ])('sends nothing with a credential that cannot be used: %j', async (credential, message) => {
    const { context, sent } = contextOf([], credential);
    await expect(connectService(context)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      description: expect.stringContaining('Nothing was sent.'),
    });
    expect(sent).toEqual([]);
  });

  it('holds a request back that would wait longer than it may, and says who asked for that', async () => {
    const busy = { statusCode: 503, headers: { 'retry-after': '3000' } };
    const { context, sent } = contextOf([busy]);
    const service = await connectService(context);
    const look = async () => await service.getTask('a', { timeoutMs });
    expect(await look()).toMatchObject({ kind: 'faulty', retryAfterMs: 3_000_000 });
    expect(await look()).toMatchObject({ kind: 'busy', httpStatus: 503, isHeldBack: true });
    expect(sent).toHaveLength(1);
  });
});
