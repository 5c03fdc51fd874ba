import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createAndWait,
  VideoGenerationError,
  wait,
  type WaitOptions,
} from 'video-generation-openapi';
import { howMany } from '../thorough.ts';
import {
  apiKey,
  request,
  pending,
  completed,
  json,
  broken,
  serviceOf,
  fails,
  reasons,
  methods,
} from './clientService.ts';

describe('wait', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Lets the time pass until a promise is settled. */
  async function inTime<Value>(promise: Promise<Value>) {
    let isOver = false;
    const end = () => (isOver = true);
    promise.then(end, end);
    while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
    return promise;
  }

  /** The pause in ms after a first answer. */
  async function pauseAfter(answer: () => Response, options = {}) {
    const { service, atMs } = serviceOf(answer, json(completed));
    await inTime(wait(service, 'task_1', options));
    return Math.round(atMs[1]! - atMs[0]!);
  }

  const busy = (retryAfter: string, headers = {}) =>
    json({}, 429, { 'retry-after': retryAfter, ...headers });
  const dateAt = (time: string) => `Thu, 01 Jan 2026 ${time} GMT`;
  const busyUntil = (time: string) => busy(dateAt(time), { date: dateAt('10:00:00') });

  it('reads every 5 seconds until the task is completed', async () => {
    const { service, atMs } = serviceOf(json(pending), json(pending), json(completed));
    expect(await inTime(wait(service, 'task_1'))).toEqual({ ...completed, id: 'task_1' });
    expect(atMs.map((ms) => Math.round(ms - atMs[0]!))).toEqual([0, 5_000, 10_000]);
  });

  it.each<[string, () => Response, number, object?]>([
    ['the interval', json(pending), 5_000],
    ['100 ms at least', json(pending), 100, { intervalMs: 0 }],
    [
      'the interval for undefined',
      json(pending),
      5_000,
      { intervalMs: undefined, onTask: undefined },
    ],
    ['seconds', busy('30'), 30_000],
    ['a date, by the clock of the answer', busyUntil('10:00:20'), 20_000],
    ['a date in the past', busyUntil('09:00:00'), 5_000],
    ['less than the interval', busy('0'), 5_000],
    ['nothing that can be read', busy('soon'), 5_000],
    ['a year', busy('31536000'), 300_000],
    ...[broken('ECONNRESET'), json({}, 503), () => new Response('<html>'), json(null)].map(
      (answer): [string, () => Response, number] => ['the interval after a fault', answer, 5_000],
    ),
    ['the interval after a state of no kind', json({ status: 7 }), 5_000],
    ['the interval after a state that nobody names', json({ status: 'processing' }), 5_000],
  ])('pauses for %s', async (_what, answer, ms, options = {}) => {
    expect(await pauseAfter(answer, options)).toBe(ms);
  });

  it.each([401, 403, 404])('has a minute of patience with HTTP %i', async (status) => {
    const { service, atMs } = serviceOf(json({}, status));
    const error = await fails(inTime(wait(service, 'task_1')));
    expect([error.taskId, error.created, error.reason, error.status]).toEqual([
      ...['task_1', 'yes', reasons[status], status],
    ]);
    expect(Math.round(atMs.at(-1)! - atMs[0]!)).toBe(60_000);
    const moment = serviceOf(...Array(11).fill(json({}, status)), json(completed));
    expect((await inTime(wait(moment.service, 'task_1'))).results).toEqual(completed.results);
  });

  it.each([
    [{ status: 'failed', error: { code: 7, message: 'storm' } }, 'failed', 'failed storm'],
    [{ status: 'Failed', error: 'storm' }, 'failed', 'Failed storm'],
    [{ status: 'expired' }, 'failed', 'expired'],
    [{ status: 'Content Moderated', message: 'no' }, 'rejected', 'Content Moderated no'],
    [{ status: 'CANCELLED', results: completed.results }, 'cancelled', 'CANCELLED'],
  ])('ends at once with the words of %j', async (task, end, words) => {
    const { service, sent } = serviceOf(json(task));
    const { taskId, reason, body, message } = await fails(inTime(wait(service, 'task_1')));
    expect([taskId, reason, body, sent.length]).toEqual([
      ...['task_1', end, { ...task, id: 'task_1' }, 1],
    ]);
    expect(message).toMatch(new RegExp(`^Task task_1 is ${words}\\. It may be charged`));
  });

  it.each([undefined, null, [], 'http://v/1.mp4', ['/1.mp4'], [7]])(
    'waits a minute for the video of a completed task that has %j',
    async (results) => {
      const { service } = serviceOf(json({ status: 'COMPLETED', results }));
      const { reason, taskId } = await fails(inTime(wait(service, 'task_1')));
      expect([reason, taskId]).toEqual(['noVideo', 'task_1']);
      const slow = serviceOf(json({ status: 'completed', results }), json(completed));
      expect((await inTime(wait(slow.service, 'task_1'))).results).toEqual(completed.results);
    },
  );

  it.each(['succeeded', 'Ready', 'a word that nobody knows'])(
    'takes the video of a task that is %s',
    async (status) => {
      const { service } = serviceOf(json({ ...completed, status }));
      expect((await inTime(wait(service, 'task_1'))).results).toEqual(completed.results);
    },
  );

  it('ends before a read that would come too late, and says how to go on', async () => {
    const { service, sent } = serviceOf(json(pending), busy('60'));
    const { taskId, message, reason } = await fails(
      inTime(wait(service, 'task_1', { timeoutMs: 12_000 })),
    );
    expect([taskId, reason, sent.length]).toEqual(['task_1', 'timedOut', 2]);
    expect(message).toBe(
      'Task task_1 was not finished within 12 s. Task task_1 could not be read (HTTP 429 {}). It goes on: wait for it by its ID instead of creating it again.',
    );
  });

  it('stops at once, with the ID, beside a fetch that takes no notice of the signal', async () => {
    const { service, sent } = serviceOf(json(pending));
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = fails(wait(service, 'task_1', { signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    const hung = { ...service, fetch: () => new Promise<Response>(() => {}) };
    const reading = fails(wait(hung, 'task_1', { signal }));
    controller.abort(new Error('enough'));
    for (const { taskId, reason, cause } of [await waiting, await reading])
      expect([taskId, reason, (cause as Error).message]).toEqual(['task_1', 'aborted', 'enough']);
    expect([sent.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it.each<[WaitOptions]>([
    [{ intervalMs: NaN }],
    [{ intervalMs: -1 }],
    [{ intervalMs: 2 ** 31 }],
    [{ timeoutMs: NaN }],
    [{ timeoutMs: Infinity }],
    [{ timeoutMs: '9' as unknown as number }],
  ])('sends nothing for the times %j', async (options) => {
    const { service, sent } = serviceOf(json(pending));
    for (const call of [wait(service, 'task_1', options), createAndWait(service, request, options)])
      expect((await fails(call)).reason).toBe('invalid');
    expect(sent).toEqual([]);
  });

  const text = fc.oneof(fc.constantFrom('pending', 'completed', 'expired', 'queued'), fc.string());
  const value = fc.oneof(fc.jsonValue(), fc.constant(completed.results), text);
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { id: value, status: text, results: value, error: value, message: value, name: value },
      { requiredKeys: [] },
    ),
  );
  const answer = fc.oneof(
    fc
      .tuple(body, fc.constantFrom(200, 201, 302, 400, 404, 429, 503), fc.string())
      .map(([said, status, after]) =>
        json(said, status, { 'retry-after': encodeURIComponent(after) }),
      ),
    fc.constant(broken('ECONNRESET')),
    fc.string().map((words) => () => new Response(words)),
  );
  const first = fc.oneof(answer, fc.constant(json({ id: 'task_1', status: 'pending' })));
  const reads = fc.array(answer, { minLength: 1, maxLength: 4 });

  it('whatever is answered: creates once, rests between reads, ends in time, names the ID', async () => {
    const run = async (created: () => Response, rest: Array<() => Response>) => {
      const { service, sent, atMs } = serviceOf(created, ...rest);
      const startMs = performance.now();
      let id: string | undefined;
      const onTask = (task: { id: string }) => (id = task.id);
      const options = { intervalMs: 10_000, timeoutMs: 90_000, onTask };
      const made = createAndWait(service, request, options);
      const end = await inTime(made).catch((error: unknown) => error);
      expect(methods(sent).lastIndexOf('POST')).toBe(0);
      const pauses = atMs.slice(2).map((ms, index) => ms - atMs[index + 1]!);
      expect(Math.min(...pauses, 10_000)).toBeGreaterThanOrEqual(9_999);
      expect(performance.now() - startMs).toBeLessThanOrEqual(91_000);
      if (!(end instanceof VideoGenerationError)) {
        expect((end as { results: string[] }).results[0]).toMatch(/^https?:/i);
        return;
      }
      expect(end.reason).toBeTypeOf('string');
      expect([end.taskId, end.created]).toEqual([id, id ? 'yes' : end.created]);
      expect(end.message).not.toContain(apiKey);
    };
    await fc.assert(fc.asyncProperty(first, reads, run), { numRuns: howMany(80, 800) });
  });
});

describe('createAndWait', () => {
  it('sends one create request, then reads; tells each state, the first with the ID, before it reads on', async () => {
    const { service, sent } = serviceOf(
      json({ id: 'task_1', status: 'pending' }),
      json({}, 500),
      json(pending),
      json(completed),
    );
    const told: unknown[] = [];
    const onTask = async (task: object) => {
      const { length } = sent;
      await new Promise((later) => setTimeout(later, 20));
      told.push(task);
      expect(sent).toHaveLength(length);
    };
    const options = { intervalMs: 0, onTask };
    const { id, results } = await createAndWait(service, request, options);
    expect([id, results]).toEqual(['task_1', completed.results]);
    expect(methods(sent)).toEqual(['POST', 'GET', 'GET', 'GET']);
    expect(told).toEqual([
      { id: 'task_1', status: 'pending' },
      { ...pending, id: 'task_1' },
      { ...completed, id: 'task_1' },
    ]);
  });

  it('says the ID when onTask fails', async () => {
    const { service, sent } = serviceOf(json({ id: 'task_1', status: 'pending' }), json(completed));
    const cause = new Error('disk full');
    const onTask = () => {
      throw cause;
    };
    const error = await fails(createAndWait(service, request, { onTask }));
    expect([error.reason, error.taskId, error.created]).toEqual(['onTask', 'task_1', 'yes']);
    expect([error.cause, sent.length]).toEqual([cause, 1]);
    expect(error.message).toContain('disk full. It goes on: wait for it by its ID');
  });
});
