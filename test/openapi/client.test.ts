import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  create,
  createAndWait,
  getTask,
  VideoGenerationError,
  wait,
} from 'video-generation-openapi';

const apiKey = 'secret-key-4711';
const request = { model: 'videogen-2.0-text-to-video', prompt: 'A paper boat' } as const;
const pending = { status: 'pending', progress: 40 };
const completed = { status: 'completed', results: ['https://files.example.com/task_1.mp4'] };

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers });
const broken = (code: string) => () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
};

/** A service that answers in turn, the last answer for ever, and the log of what it was sent. */
function serviceOf(...answers: Array<() => Response>) {
  const sent: Request[] = [];
  const atMs: number[] = [];
  const fetch = async (asked: Request) => {
    asked.signal.throwIfAborted();
    atMs.push(performance.now());
    sent.push(asked);
    return answers[Math.min(sent.length, answers.length) - 1]!();
  };
  return { service: { baseUrl: 'https://api.example.com/', apiKey, fetch }, sent, atMs };
}

const fails = async (promise: Promise<unknown>) => {
  const error = await promise.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(VideoGenerationError);
  return error as VideoGenerationError;
};

const methods = (sent: Request[]) => sent.map(({ method }) => method);

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

  it.each([
    ['a refusal', json({ message: 'No prompt' }, 422), 'no', 422],
    ['a wrong key', json({}, 401), 'no', 401],
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
    const { service } = serviceOf(json({ message: `Bad key ${apiKey}` }, 500));
    const { message, body } = await fails(create(service, request));
    expect(message).toBe(
      'No task was answered to the create request (HTTP 500: {"message":"Bad key ***"}). It may be charged all the same. Check the dashboard before you create it again.',
    );
    expect(body).toEqual({ message: `Bad key ${apiKey}` });
  });

  it('counts an answer that does not come in time as unknown', async () => {
    const fetch = async ({ signal }: Request) => {
      await once(signal, 'abort');
      throw signal.reason;
    };
    const service = { baseUrl: 'https://a.example', apiKey, fetch, requestTimeoutMs: 1 };
    expect((await fails(create(service, request))).created).toBe('unknown');
  });

  it.each([
    ['an address that is none', { baseUrl: 'api.example.com' }],
    ['an address with a key in it', { baseUrl: 'https://u:p@api.example.com' }],
    ['no key', { apiKey: '' }],
    ['a key with a line break', { apiKey: 'secret\nkey' }],
  ])('sends nothing for %s, and repeats no key', async (_what, wrong) => {
    const { service, sent } = serviceOf(json({}));
    const error = await create({ ...service, ...wrong }, request).catch((caught: Error) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(VideoGenerationError);
    expect([sent.length, String(error).includes('secret')]).toEqual([0, false]);
  });
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

  it.each(['', '.', '..', undefined])('sends nothing for the ID %j', async (id) => {
    const { service, sent } = serviceOf(json(pending));
    await expect(getTask(service, id as string)).rejects.toThrow('Expected the ID of a task');
    expect(sent).toEqual([]);
  });
});

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
    while (!isOver) await vi.advanceTimersByTimeAsync(50);
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
    ['seconds', busy('30'), 30_000],
    ['a date, by the clock of the answer', busyUntil('10:00:20'), 20_000],
    ['a date in the past', busyUntil('09:00:00'), 5_000],
    ['less than the interval', busy('0'), 5_000],
    ['nothing that can be read', busy('soon'), 5_000],
    ['a year', busy('31536000'), 300_000],
    ['the interval after no answer', broken('ECONNRESET'), 5_000],
    ['the interval after a fault of the service', json({}, 503), 5_000],
    ['the interval after an answer in words', () => new Response('<html>'), 5_000],
    ['the interval after a state of no kind', json({ status: 7 }), 5_000],
    ['the interval after a state that nobody names', json({ status: 'processing' }), 5_000],
    ['the interval after null', json(null), 5_000],
  ])('pauses for %s', async (_what, answer, ms, options = {}) => {
    expect(await pauseAfter(answer, options)).toBe(ms);
  });

  it.each([401, 403, 404, 302])('ends with the ID at HTTP %i', async (status) => {
    const { service, sent } = serviceOf(json({}, status));
    const { taskId, created, message } = await fails(inTime(wait(service, 'task_1')));
    expect([taskId, created, sent.length]).toEqual(['task_1', 'yes', 1]);
    expect(message).toBe(`Task task_1 could not be read (HTTP ${status}: {}).`);
  });

  it.each([
    [{ status: 'failed', why: 'storm' }, 'failed'],
    [{ status: 'completed' }, 'is completed, but names no video'],
    [{ status: 'completed', results: null }, 'is completed, but names no video'],
    [{ status: 'completed', results: [] }, 'is completed, but names no video'],
  ])('ends with the task at %j', async (task, what) => {
    const { service } = serviceOf(json(task));
    const { taskId, body, message } = await fails(inTime(wait(service, 'task_1')));
    expect([taskId, body]).toEqual(['task_1', { ...task, id: 'task_1' }]);
    expect(message).toBe(`Task task_1 ${what}. Check the dashboard to see whether it was charged.`);
  });

  it('ends before a read that would come too late, and says how to go on', async () => {
    const { service, sent } = serviceOf(json(pending), busy('60'));
    const { taskId, message } = await fails(inTime(wait(service, 'task_1', { timeoutMs: 12_000 })));
    expect([taskId, sent.length]).toEqual(['task_1', 2]);
    expect(message).toBe(
      'Task task_1 was not finished within 12 s. Task task_1 could not be read (HTTP 429: {}). It goes on: wait for it by its ID instead of creating it again.',
    );
  });

  it('stops at once, with the ID', async () => {
    const { service, sent } = serviceOf(json(pending));
    const controller = new AbortController();
    const waiting = fails(wait(service, 'task_1', { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(new Error('enough'));
    const { taskId, cause } = await waiting;
    expect([taskId, (cause as Error).message, vi.getTimerCount()]).toEqual(['task_1', 'enough', 0]);
    expect(sent.length).toBe(1);
  });
});

describe('createAndWait', () => {
  it('sends one create request, then reads; tells each state, the first with the ID', async () => {
    const { service, sent } = serviceOf(
      json({ id: 'task_1', status: 'pending' }),
      json({}, 500),
      json(pending),
      json(completed),
    );
    const told: unknown[] = [];
    const options = { intervalMs: 0, onTask: (task: object) => told.push(task) };
    const { id, results } = await createAndWait(service, request, options);
    expect([id, results]).toEqual(['task_1', completed.results]);
    expect(methods(sent)).toEqual(['POST', 'GET', 'GET', 'GET']);
    expect(told).toEqual([
      { id: 'task_1', status: 'pending' },
      { ...pending, id: 'task_1' },
      { ...completed, id: 'task_1' },
    ]);
  });

  it('never creates again, and says the ID, when the reads go wrong', async () => {
    const { service, sent } = serviceOf(json({ id: 'task_1', status: 'pending' }), json({}, 404));
    const { taskId } = await fails(createAndWait(service, request));
    expect([taskId, methods(sent)]).toEqual(['task_1', ['POST', 'GET']]);
  });
});
