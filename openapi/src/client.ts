import { operations } from '../dist/constants.js';
import { taskEnd, type TaskEnd } from '../dist/taskEnd.js';
import type { CreatedTask, GenerationRequest, Task } from '../dist/types.js';

export { taskEnd, type TaskEnd };

/** A server that speaks the interface, and your key to it. */
export interface Service {
  /** What the paths of the document are appended to, such as `https://api.example.com`; `/v1` may follow. */
  baseUrl: string;
  apiKey: string;
  /** Sends a request instead of the platform's own `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Until an answer must have come [60,000]. */
  requestTimeoutMs?: number | undefined;
}

export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /** Pause between two reads, 100 at least, unless the service asks for a longer one [5,000]. */
  intervalMs?: number | undefined;
  /** When to stop waiting; the task goes on all the same [900,000]. */
  timeoutMs?: number | undefined;
  /**
   * Is given each state that is read, and awaited; `createAndWait` begins with that of the new task,
   * whose ID you can store here.
   */
  onTask?: ((task: Task & { id: string }) => unknown) | undefined;
}

/** A request with a model id that the document does not list. */
export interface OtherRequest {
  model: string;
  prompt: string;
  [field: string]: unknown;
}

/** The request that a model id takes: with an id of the document, that of its mode. */
export type RequestOf<Model extends string> = {
  model: Model;
} & (Model extends GenerationRequest['model'] ? GenerationRequest : OtherRequest);

/** Element 0 of its results is the video. */
export type CompletedTask = Task & { id: string; results: string[] };

/**
 * What went wrong. With what you gave: `invalid`, `aborted` by your signal, thrown by your `onTask`.
 * With a request: `refused`, `notFound`, `busy` (429, 5xx), `network` (no answer),
 * `unreadable` (an answer that is no task, or another). With the task: `failed`, `rejected` for what it shows,
 * `cancelled`, `noVideo` (completed without one), `timedOut` (it goes on, you stopped waiting).
 */
export type Reason =
  | Exclude<TaskEnd, 'completed'>
  | ('invalid' | 'aborted' | 'onTask' | 'refused' | 'notFound' | 'busy' | 'network')
  | ('unreadable' | 'noVideo' | 'timedOut');

/** Says what went wrong, and what is known of the task that may have to be paid for. */
export class VideoGenerationError extends Error {
  declare readonly reason: Reason;
  /** Whether there is a task. Create it again only after `no`: anything else may cost twice. */
  declare readonly created: 'yes' | 'no' | 'unknown';
  /** Read the task, or wait for it, by this ID. */
  declare readonly taskId?: string | undefined;
  /** HTTP status of the last answer; 0 if none came. */
  declare readonly status?: number | undefined;
  /** Body of the last answer, parsed if it was JSON. */
  declare readonly body?: unknown;
  /** How long the last answer asked to wait. */
  declare readonly retryAfterMs?: number | undefined;

  constructor(message: string, known: Known) {
    super(message);
    Object.assign(this, known, { name: 'VideoGenerationError' });
  }
}

// `import` and `require` load a copy each, whose errors are the same. Not in the class: the compiler
// would declare it twice.
Object.defineProperty(VideoGenerationError, Symbol.hasInstance, {
  value: (value: unknown) => (value as Error | undefined)?.name === 'VideoGenerationError',
});

type Known = Omit<VideoGenerationError, keyof Error> & { cause?: unknown };

/** What is known of the task and the last answer; without an ID nothing was created, if nothing else is said. */
const fault = (message: string, more: object, taskId?: string) =>
  new VideoGenerationError(message, { created: taskId ? 'yes' : 'no', taskId, ...more } as Known);

const invalid = (expected: string, taskId?: string, more?: object) =>
  fault(`Expected ${expected}. Nothing was sent.`, { reason: 'invalid', ...more }, taskId);

const goesOn = 'It goes on: wait for it by its ID instead of creating it again.';

/** Refuses times that would make a loop without a pause or an end: a timer overflows at 2^31. */
function checkTimes({ intervalMs = 0, timeoutMs = 0 }: WaitOptions, taskId?: string): void {
  for (const ms of [intervalMs, timeoutMs])
    if (typeof ms !== 'number' || !(ms >= 0 && ms < 2 ** 31))
      throw invalid(`intervalMs and timeoutMs below 2^31, got ${ms}`, taskId);
}

/** Path of a task. */
export function taskPath(taskId: string): string {
  // However . and .. are written, a URL loses them, and the path would lead elsewhere.
  if (typeof taskId !== 'string' || /^\.{0,2}$/.test(taskId))
    throw invalid(`the ID of a task, got ${String(taskId)}`, undefined, { created: 'unknown' });
  return operations.getTask.path.replace('{task_id}', encodeURIComponent(taskId));
}

/** How long an answer asks to wait, five minutes at most; a date counts by the answer's own clock. */
function readRetryAfterMs(headers: Headers): number | undefined {
  const said = headers.get('retry-after')!;
  const nowMs = Date.parse(headers.get('date')!) || Date.now();
  const ms = Number(said) * 1000 || Date.parse(said) - nowMs;
  return ms >= 0 ? Math.min(ms, 300_000) : undefined;
}

/** The service's own sentence, if there is one. */
function sentenceOf(body: unknown): string | undefined {
  const { error, message, detail } = Object(body) as Record<string, unknown>;
  const inner = (Object(error) as Record<string, unknown>).message;
  return [inner, message, error, detail].find((words) => typeof words === 'string');
}

const tidy = (words: string, { apiKey }: Service) =>
  words.replaceAll(apiKey, '***').replace(/\s+/g, ' ').trim().slice(0, 300);

/** Settles with the promise, or fails when the signal says so, whatever the promise does. */
const unlessAborted = <Value>(signal: AbortSignal | undefined, promise: Promise<Value>) =>
  new Promise<Value>((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop));
    signal?.throwIfAborted();
  });

/** Sends a request once. What is wrong with it is thrown; a fault on the way is an answer of 0. */
async function send(
  service: Service,
  path: string,
  id?: string,
  signal?: AbortSignal,
  order?: object,
) {
  const { baseUrl, apiKey, requestTimeoutMs = 60_000 } = Object(service) as Service;
  if (!/^https?:\/\/[^@]+$/.test(baseUrl)) throw invalid('an http baseUrl without a key', id);
  if (!/^[!-~]+$/.test(apiKey ?? '')) throw invalid('an apiKey', id);
  let isSent = false;
  try {
    const limit = AbortSignal.timeout(requestTimeoutMs);
    const ended = AbortSignal.any([limit, signal ?? limit]);
    const request = new Request(baseUrl.replace(/(?<!\/)(\/v1)?\/*$/, '') + path, {
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(order && { 'content-type': 'application/json' }),
      },
      // A redirect could take the key elsewhere, and a create request a second time.
      redirect: 'manual',
      signal: ended,
      ...(order && { method: 'POST', body: JSON.stringify(order) }),
    });
    ended.throwIfAborted();
    isSent = true;
    const response = await unlessAborted(ended, (service.fetch ?? fetch)(request));
    const text = await unlessAborted(ended, response.text());
    const { status, headers, ok } = response;
    let reason: Reason = status < 400 ? 'unreadable' : 'refused';
    if (status === 404 || status === 410) reason = 'notFound';
    if (status >= 500 || status === 408 || status === 429) reason = 'busy';
    // An ID that is a number becomes a text, with all its digits.
    const json = text.replace(/("id"\s*:\s*)(\d+)/g, '$1"$2"');
    let body: unknown = text;
    try {
      body = JSON.parse(json);
    } catch {
      // It is no JSON, but words.
    }
    return {
      told: tidy(`HTTP ${status} ${sentenceOf(body) ?? text}`, service),
      task: Object(ok && body) as Partial<Task>,
      answer: { reason, status, body, retryAfterMs: readRetryAfterMs(headers) },
    };
  } catch (cause) {
    const created = isSent && order && { created: 'unknown' };
    if (signal?.aborted)
      throw fault('Stopped by your signal.', { reason: 'aborted', ...created, cause }, id);
    if (!isSent) throw invalid(`a request (${String(cause)})`, id, { cause });
    const code = (cause as { cause?: { code?: string } } | undefined)?.cause?.code ?? 'no answer';
    const answer = { reason: 'network' as const, status: 0, cause };
    return { told: code, task: {} as Partial<Task>, answer };
  }
}

/**
 * Creates a task, which may cost money. The request is sent once, whatever comes of it.
 *
 * @throws VideoGenerationError whose `created` says whether there may be a task all the same
 */
export async function create<Model extends string>(
  service: Service,
  request: RequestOf<Model>,
  { signal }: Pick<WaitOptions, 'signal'> = {},
): Promise<CreatedTask> {
  const { told, task, answer } = await send(
    service,
    operations.createVideo.path,
    undefined,
    signal,
    Object(request),
  );
  if (task.id && typeof task.id === 'string') return task as CreatedTask;
  // Not reached, or turned away; 408 may come from a proxy that has passed the request on.
  if (/^(E(CONNREFUSED|NOTFOUND|AI_AGAIN)$|HTTP 4(?!08))/.test(told))
    throw fault(`No task was created (${told}).`, answer);
  const message = `No task was answered (${told}). It may be charged all the same. Check the dashboard before you create it again.`;
  throw fault(message, { ...answer, created: 'unknown' });
}

/**
 * Reads a task once.
 *
 * @throws VideoGenerationError when no task is answered, or another
 */
export async function getTask(
  service: Service,
  taskId: string,
  { signal }: Pick<WaitOptions, 'signal'> = {},
): Promise<Task & { id: string }> {
  const { told, task, answer } = await send(service, taskPath(taskId), taskId, signal);
  if (typeof task.status === 'string' && (task.id ?? taskId) === taskId)
    return { ...(task as Task), id: taskId };
  throw fault(`Task ${taskId} could not be read (${told}).`, answer, taskId);
}

/** How long a fault is taken for a passing one. */
const patienceMs: { readonly [reason in Reason]?: number } = {
  busy: Infinity,
  network: Infinity,
  unreadable: Infinity,
  refused: 60_000,
  notFound: 60_000,
  noVideo: 60_000,
};

async function tell(task: Task & { id: string }, { onTask }: WaitOptions): Promise<void> {
  try {
    await onTask?.(task);
  } catch (cause) {
    const message = `Task ${task.id} was read, onTask failed: ${String(cause)}. ${goesOn}`;
    throw fault(message, { reason: 'onTask', cause }, task.id);
  }
}

/**
 * Reads a task until it has ended. A service that is busy, having problems, silent or confused is waited for to
 * the end; one that does not know the task or your key, or names no video, for a minute.
 *
 * @throws VideoGenerationError with the task's ID when it fails, cannot be read, takes too long, or is stopped
 */
export async function wait(
  service: Service,
  taskId: string,
  options: WaitOptions = {},
): Promise<CompletedTask> {
  checkTimes(options, taskId);
  const { signal, intervalMs = 5_000, timeoutMs = 900_000 } = options;
  const deadlineMs = performance.now() + timeoutMs;
  let problem: VideoGenerationError | undefined;
  let sinceMs = 0;
  let last: string;
  for (;;) {
    const before = problem?.reason;
    problem = undefined;
    try {
      const read = await getTask(service, taskId, { signal });
      await tell(read, options);
      const end = taskEnd(read.status);
      // Only a completed task has results, whatever word the service has for it. Of a text in place
      // of the list, element 0 is a letter.
      const isVideo = /^https?:\/\/./i.test(read.results?.[0] as string);
      if ((end ?? 'completed') === 'completed' && isVideo) return read as CompletedTask;
      const [reason, words = ''] =
        end === 'completed' ? ['noVideo', 'without a video'] : [end, sentenceOf(read)];
      last = `${tidy(`Task ${taskId} is ${read.status} ${words}`, service)}.`;
      if (end)
        throw fault(
          `${last} It may be charged all the same. Check the dashboard before you create it again.`,
          { reason, body: read },
          taskId,
        );
    } catch (error) {
      problem = error as VideoGenerationError;
      last = problem.message;
    }
    const nowMs = performance.now();
    if (problem?.reason !== before) sinceMs = nowMs;
    if (problem && !(nowMs - sinceMs < patienceMs[problem.reason]!)) throw problem;
    // At least 100 ms: no pause at all would be an attack.
    const pauseMs = Math.max(intervalMs, problem?.retryAfterMs ?? 0, 100);
    if (nowMs + pauseMs > deadlineMs) {
      const message = `Task ${taskId} was not finished within ${timeoutMs / 1000} s. ${last} ${goesOn}`;
      throw fault(message, { ...problem, reason: 'timedOut' }, taskId);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    // What is stopped is told by the next read, which is not sent.
    await unlessAborted(
      signal,
      new Promise((resolve) => (timer = setTimeout(resolve, pauseMs))),
    ).catch(() => clearTimeout(timer));
  }
}

/**
 * Creates a task, which may cost money, and waits for its video. The create request is sent once.
 *
 * @throws VideoGenerationError with the task's ID once it is known; `created` says whether there is a task
 */
export async function createAndWait<Model extends string>(
  service: Service,
  request: RequestOf<Model>,
  options: WaitOptions = {},
): Promise<CompletedTask> {
  checkTimes(options);
  const task = await create(service, request, options);
  await tell(task, options);
  return wait(service, task.id, options);
}
