import { finalTaskStatuses, operations, taskStatus } from '../dist/constants.js';
import { taskEnd, type TaskEnd } from '../dist/taskEnd.js';
import type { CreatedTask, GenerationRequest, Task } from '../dist/types.js';

export { taskEnd, type TaskEnd };

/** A server that speaks the interface, and your key to it. */
export interface Service {
  /** What the paths of the document are appended to, such as `https://api.example.com`. */
  baseUrl: string;
  apiKey: string;
  /** Sends a request instead of the platform's own `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Until an answer must have come [60,000]. */
  requestTimeoutMs?: number;
}

export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /** Pause between two reads, unless the service asks for a longer one [5,000]. */
  intervalMs?: number;
  /** When to stop waiting; the task goes on all the same [900,000]. */
  timeoutMs?: number;
  /** Is given each state that is read; `createAndWait` begins with that of the new task. */
  onTask?: (task: Task & { id: string }) => void;
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

/** Says what went wrong, and what is known of the task that may have to be paid for. */
export class VideoGenerationError extends Error {
  /** Whether there is a task. Create it again only after `no`: anything else may cost twice. */
  declare readonly created: 'yes' | 'no' | 'unknown';
  /** Read the task, or wait for it, by this ID. */
  declare readonly taskId?: string;
  /** HTTP status of the last answer; 0 if none came. */
  declare readonly status?: number;
  /** Body of the last answer, parsed if it was JSON. */
  declare readonly body?: unknown;
  /** How long the last answer asked to wait. */
  declare readonly retryAfterMs?: number;

  constructor(
    message: string,
    known: Omit<VideoGenerationError, keyof Error> & { cause?: unknown },
  ) {
    super(message);
    Object.assign(this, known, { name: 'VideoGenerationError' });
  }
}

/** How long an answer asks to wait, five minutes at most; a date counts by the answer's own clock. */
function readRetryAfterMs(headers: Headers): number {
  const said = headers.get('retry-after')?.trim() ?? '';
  const nowMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - nowMs;
  return Math.min(Math.max(ms || 0, 0), 300_000);
}

/** Path of a task. */
export function taskPath(taskId: string): string {
  // However these are written, a URL loses them, and the path would lead elsewhere.
  if (typeof taskId !== 'string' || ['', '.', '..'].includes(taskId))
    throw new Error(`Expected the ID of a task, got ${JSON.stringify(taskId)}.`);
  return operations.getTask.path.replace('{task_id}', () => encodeURIComponent(taskId));
}

/** Sends a request once. What is wrong with it is thrown; a fault on the way is an answer of 0. */
async function send(service: Service, path: string, signal?: AbortSignal, body?: object) {
  const { baseUrl, apiKey, requestTimeoutMs = 60_000, fetch = globalThis.fetch } = service;
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new Error('Expected apiKey to be your API key.');
  const limit = AbortSignal.timeout(requestTimeoutMs);
  const json = 'application/json';
  const request = new Request(baseUrl.replace(/\/+$/, '') + path, {
    headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': json }) },
    // A redirect could take the key elsewhere, and a create request a second time.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  try {
    const response = await fetch(request);
    const text = await response.text();
    const words = text.replaceAll(apiKey, '***').replace(/\s+/g, ' ').slice(0, 300);
    const told = `HTTP ${response.status}${words && `: ${words}`}`;
    const retryAfterMs = readRetryAfterMs(response.headers);
    const body: unknown = await new Response(text).json().catch(() => text);
    return { told, status: response.status, body, retryAfterMs };
  } catch (cause) {
    const { code = 'no answer' } = ((cause as Error).cause ?? {}) as { code?: string };
    return { told: signal?.aborted ? 'stopped' : code, status: 0, body: undefined, cause };
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300;

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
  signal?.throwIfAborted();
  const { told, ...answer } = await send(service, operations.createVideo.path, signal, request);
  const task = answer.body as CreatedTask | null | undefined;
  if (isSuccess(answer.status) && typeof task?.id === 'string' && task.id !== '') return task;
  // 408 may come from a proxy that has passed the request on.
  const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 408;
  const isUnsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(told);
  if (isRefused || isUnsent)
    throw new VideoGenerationError(`No task was created (${told}).`, { created: 'no', ...answer });
  const advice = 'It may be charged all the same. Check the dashboard before you create it again.';
  const message = `No task was answered to the create request (${told}). ${advice}`;
  throw new VideoGenerationError(message, { created: 'unknown', ...answer });
}

/**
 * Reads a task once.
 *
 * @throws VideoGenerationError when no task is answered
 */
export async function getTask(
  service: Service,
  taskId: string,
  { signal }: Pick<WaitOptions, 'signal'> = {},
): Promise<Task & { id: string }> {
  const { told, ...answer } = await send(service, taskPath(taskId), signal);
  const task = answer.body as Task | null | undefined;
  if (isSuccess(answer.status) && typeof task?.status === 'string') return { ...task, id: taskId };
  const message = `Task ${taskId} could not be read (${told}).`;
  throw new VideoGenerationError(message, { created: 'yes', taskId, ...answer });
}

/** Whether the next read may go better: no answer came, or one of a service that is busy or ill. */
function mayPass(error: unknown): error is VideoGenerationError {
  const { status = 0 } = error as VideoGenerationError;
  const isIll = status < 300 || status >= 500 || [408, 425, 429].includes(status);
  return error instanceof VideoGenerationError && isIll;
}

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : ms);
    signal?.addEventListener('abort', end);
  });

/**
 * Reads a task until it has ended.
 *
 * @throws VideoGenerationError with the task's ID when it fails, cannot be read, takes too long, or is stopped
 */
export async function wait(
  service: Service,
  taskId: string,
  { signal, intervalMs = 5_000, timeoutMs = 900_000, onTask }: WaitOptions = {},
): Promise<CompletedTask> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const read = await getTask(service, taskId, { signal }).catch((error: unknown) => {
      if (signal?.aborted || !mayPass(error)) throw error;
      return error;
    });
    const isTask = !(read instanceof VideoGenerationError);
    if (isTask) onTask?.(read);
    if (isTask && finalTaskStatuses.some((final) => final === read.status)) {
      const { results } = read;
      const isCompleted = read.status === taskStatus.completed;
      if (isCompleted && typeof results?.[0] === 'string') return { ...read, results };
      const message = `Task ${taskId} ${isCompleted ? 'is completed, but names no video' : 'failed'}. Check the dashboard to see whether it was charged.`;
      throw new VideoGenerationError(message, { created: 'yes', taskId, body: read });
    }
    // At least 100 ms: no pause at all would be an attack.
    const pauseMs = Math.max(intervalMs, isTask ? 0 : (read.retryAfterMs ?? 0), 100);
    if (performance.now() + pauseMs > deadlineMs) {
      const last = isTask ? `It is ${read.status}.` : read.message;
      const message = `Task ${taskId} was not finished within ${timeoutMs / 1000} s. ${last} It goes on: wait for it by its ID instead of creating it again.`;
      throw new VideoGenerationError(message, { created: 'yes', taskId });
    }
    await pause(pauseMs, signal);
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
  const task = await create(service, request, options);
  options.onTask?.(task);
  return wait(service, task.id, options);
}
