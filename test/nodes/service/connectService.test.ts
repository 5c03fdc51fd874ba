import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answered, GateRequest } from '../../../nodes/pace/Gate.ts';
import { gates } from '../../../nodes/pace/gates.ts';
import { connectService } from '../../../nodes/service/connectService.ts';
import { contextOf, key, type Answer } from './serviceContext.ts';

const request = { model: 'm', prompt: 'p' } as never;
const timeoutMs = 1_000;
const created: Answer = { statusCode: 200, body: '{"id":"a","status":"pending"}' };
const retryAfter = { 'retry-after': '7' };

/** The service, which gives these answers one after the other, and the last of them from then on. */
async function connect(...answers: Answer[]) {
  const world = contextOf((nth) => answers[nth] ?? answers.at(-1)!);
  const service = await connectService(world.context);
  const create = async () => await service.createVideo(request, { timeoutMs });
  const look = async (signal?: AbortSignal) => await service.getTask('a', { timeoutMs, signal });
  return { ...world, service, create, look };
}

// A new gate: a thousand other accounts take the place of the old one.
beforeEach(() => {
  for (let n = 0; n < 1_000; n += 1) gates.of(`account ${n}`);
});
afterEach(() => vi.restoreAllMocks());

type Send = () => Promise<Answered<unknown>>;

/** A gate that does this with a request. */
const gateThat = (run: (request: GateRequest, send: Send) => Promise<object>) =>
  void vi.spyOn(gates, 'of').mockReturnValue({ run } as never);

/** A gate that lets all requests go, and what it learns from their answers. */
function learningGate() {
  const learned: object[] = [];
  gateThat(async (_, send) => {
    const { answer, ...said } = await send();
    learned.push(said);
    return { kind: 'sent', answer };
  });
  return learned;
}

describe('connectService', () => {
  it('sends a create once, follows no redirect, and hands the key to n8n alone', async () => {
    const { context, service, create, sent, more } = await connect(created);
    expect(service.baseUrl).toBe('https://service.test');
    const task = { id: 'a', status: 'pending' };
    expect(await create()).toEqual({ kind: 'task', httpStatus: 200, task });
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
        abortSignal: expect.any(AbortSignal),
      },
    ]);
    // What was not read of the answer is let go.
    expect(sent[0]).toMatchObject({ abortSignal: { aborted: true } });
    const type = 'videoGenerationApi';
    const data = await context.getCredentials(type);
    expect(more).toEqual([{ type, credentialsDecrypted: { id: '', name: type, type, data } }]);
  });

  it('asks for a task by its ID, whatever that holds', async () => {
    const { service, sent } = await connect(created);
    await service.getTask('a/../b?', { timeoutMs });
    const url = 'https://service.test/v1/tasks/a%2F..%2Fb%3F';
    expect(sent).toMatchObject([{ method: 'GET', url, disableFollowRedirect: true }]);
  });

  it('never repeats a request, and shows no key of what is said', async () => {
    const location = `https://elsewhere.test/${key}`;
    const refused = { syscall: 'connect', code: 'ECONNREFUSED' };
    const { create, sent } = await connect(
      { statusCode: 307, headers: { location } },
      Object.assign(new Error(`connect to ${key}`), refused),
      new Error(`socket hang up ${key}`),
    );
    expect([await create(), await create(), await create()]).toEqual([
      { kind: 'redirected', httpStatus: 307, location: 'https://elsewhere.test/***', detail: '' },
      { kind: 'unsent', code: 'ECONNREFUSED', detail: 'connect to ***' },
      { kind: 'unanswered', code: '', detail: 'socket hang up ***' },
    ]);
    expect(sent).toHaveLength(3);
  });

  it.each<[Answer, string, number?]>([
    [created, 'taken'],
    [{ statusCode: 429 }, 'refused'],
    [{ statusCode: 429, headers: retryAfter }, 'refused', 7_000],
    [{ statusCode: 500, headers: retryAfter }, 'taken', 7_000],
    [{ statusCode: 502 }, 'broken'],
    [{ statusCode: 504, headers: retryAfter }, 'refused', 7_000],
    [new Error('not sent, or perhaps'), 'broken'],
    [Object.assign(new Error('not sent'), { syscall: 'connect' }), 'broken'],
  ])('lets the pace learn from %o', async (answer, verdict, retryAfterMs) => {
    const learned = learningGate();
    await (await connect(answer)).create();
    expect(learned).toEqual([{ verdict, retryAfterMs }]);
  });

  it('lets the pace learn nothing from what the Stop button ended, and sends no more', async () => {
    const { context, sent, stop } = contextOf(() => {
      stop.abort();
      return new Error('aborted');
    });
    const learned = learningGate();
    const service = await connectService(context);
    const look = async () => await service.getTask('a', { timeoutMs });
    expect(await look()).toEqual({ kind: 'cancelled' });
    expect(learned).toEqual([{}]);
    vi.restoreAllMocks();
    expect(await look()).toEqual({
      kind: 'unsent',
      code: 'cancelled',
      detail: 'the execution was stopped',
    });
    expect(sent).toHaveLength(1);
  });

  it('hears the answer to an order that was under way when the execution was stopped', async () => {
    const send = async (ask: 'createVideo' | 'getTask') => {
      const { context, isBrokenOff, stop } = contextOf(() => {
        stop.abort();
        return created;
      });
      const answer = await (await connectService(context))[ask](request, { timeoutMs });
      return { answer, isBrokenOff };
    };
    const heard = { answer: { kind: 'task', task: { id: 'a' } }, isBrokenOff: [false] };
    expect(await send('createVideo')).toMatchObject(heard);
    expect(await send('getTask')).toMatchObject({ isBrokenOff: [true] });
  });

  it('leaves the queue with the signal of a request', async () => {
    const { look, sent } = await connect(created);
    expect([(await look(AbortSignal.abort())).kind, sent.length]).toEqual(['unsent', 0]);
  });

  it.each([429, 503])('holds a look back behind HTTP %i, and says so', async (httpStatus) => {
    const headers = { 'retry-after': '3000' };
    const { look, sent } = await connect({ statusCode: httpStatus, headers }, created);
    const together = await Promise.all([look(), look()]);
    expect(together).toMatchObject([{ httpStatus, retryAfterMs: 3_000_000 }, { kind: 'task' }]);
    expect(await look()).toEqual({
      kind: 'busy',
      httpStatus,
      detail: 'the service asked to wait longer',
      retryAfterMs: expect.closeTo(3_000_000, -4) as number,
      isHeldBack: true,
    });
    expect(sent).toHaveLength(2);
  });

  it('paces each account by itself: one address with several keys is several', async () => {
    const paced = vi.spyOn(gates, 'of');
    const accounts = new Map<string, unknown>();
    for (const [baseUrl, apiKey] of [
      ['https://one.test', 'key-1'],
      [' https://one.test/v1/ ', ' Bearer key-1'],
      ['https://one.test', 'key-2'],
      ['https://two.test', 'key-1'],
    ] as const) {
      const { context } = contextOf(() => created, { baseUrl, apiKey });
      await (await connectService(context)).getTask('a', { timeoutMs });
      accounts.set(baseUrl + apiKey, paced.mock.lastCall![0]);
    }
    const [first, same, ...others] = accounts.values();
    expect(same).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it('paces executions apart, and those without an ID each by itself', async () => {
    const { context } = contextOf(() => created);
    const flows: unknown[] = [];
    gateThat(async ({ flow }) => (flows.push(flow), { kind: 'cancelled' }));
    for (const getExecutionId of [() => '7', () => '', () => ''])
      await (await connectService({ ...context, getExecutionId })).getTask('a', { timeoutMs });
    expect(flows[0]).toBe('7');
    expect(new Set(flows).size).toBe(3);
  });
});
