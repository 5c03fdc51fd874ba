import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyBaseLogger } from 'fastify';
import { type finalTaskStatuses, taskStatus } from 'video-generation-openapi/constants';
import { fetchInputs } from '../inputs/fetchInputs.ts';
import { faultNumber, findFault } from '../faults/fault.ts';
import { failureMessage } from '../faults/refusals.ts';
import { InputError } from '../inputs/input.ts';
import { type ResolvedOptions } from '../options.ts';
import { RenderError, type Renderer } from '../render/renderer.ts';
import { type Folders } from '../files/folders.ts';
import { type Liveness } from './describeTask.ts';
import { type Store } from './openStore.ts';
import { type Failure, leastSecondsOf, type StoredTask } from './task.ts';

export type Queue = ReturnType<typeof createQueue>;

/** A failure that was asked for; the message is its code. */
class AskedFailure extends Error {}

// Only a finished task may say 100.
const highestUnfinished = 99;

/**
 * Makes tasks' videos, a few at once, in the order in which the tasks came.
 *
 * @param onFinished - called after a task has its result on disk
 */
export function createQueue(
  store: Store,
  renderer: Renderer,
  folders: Folders,
  options: ResolvedOptions,
  onFinished: (id: string) => void,
  log: FastifyBaseLogger,
) {
  let stopping = new AbortController();
  const waiting: StoredTask[] = [];
  const rendered = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const concurrency = options.concurrency ?? renderer.concurrency;
  let rendering = 0;

  const taskMs = (task: StoredTask) =>
    (leastSecondsOf(task, options.taskSeconds) * 1000) / options.speed;

  async function render(task: StoredTask, signal: AbortSignal): Promise<string> {
    const fail = findFault(task.faults, 'fail');
    if (fail) throw new AskedFailure(fail.value ?? 'task_failed');
    const workFolder = join(folders.work, task.id);
    const file = `${task.id}.mp4`;
    try {
      await rm(workFolder, { recursive: true, force: true });
      await mkdir(workFolder, { recursive: true });
      const { request } = task;
      const inputs = renderer.needsInputs
        ? await fetchInputs(request, workFolder, options, signal)
        : { image: [], video: [], audio: [] };
      const outputPath = join(workFolder, file);
      const onProgress = (percent: number) => void rendered.set(task.id, percent);
      await renderer.render({
        ...{ request, inputs, workFolder, outputPath },
        ...{ onProgress, signal },
      });
      await rename(outputPath, join(folders.files, file));
      return file;
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }

  function finish(
    task: StoredTask,
    status: (typeof finalTaskStatuses)[number],
    result: { file?: string; failure?: Failure },
  ) {
    const nowMs = Date.now();
    const expires = findFault(task.faults, 'result-expires');
    const lifeSeconds = expires ? faultNumber(expires, 0) : options.expirySeconds;
    const expiresMs = Math.round(nowMs + (lifeSeconds * 1000) / options.speed);
    const late = findFault(task.faults, 'callback-late');
    const dueMs = Math.round(nowMs + (late ? (faultNumber(late, 5) * 1000) / options.speed : 0));
    const isSent = task.request.callback_url && !findFault(task.faults, 'callback-lost');
    const callbackDueMs = isSent ? dueMs : undefined;
    const first = store.finish(task.id, { status, ...result, nowMs, expiresMs, callbackDueMs });
    rendered.delete(task.id);
    log.info({ taskId: task.id, status, failure: result.failure?.code }, 'task finished');
    if (first) onFinished(task.id);
  }

  function explain(error: unknown): Failure {
    if (error instanceof AskedFailure)
      return { code: error.message, message: failureMessage(error.message) };
    if (error instanceof InputError) return { code: 'input_unusable', message: error.message };
    if (error instanceof RenderError) return { code: 'render_failed', message: error.message };
    log.error({ err: error }, 'a task broke the sandbox');
    return { code: 'internal_error', message: 'The sandbox failed; its log says why' };
  }

  /** Resolves when the task has been as long in the making as asked for. */
  async function waitForAge(task: StoredTask, signal: AbortSignal): Promise<void> {
    const leftMs = task.createdMs + taskMs(task) - Date.now();
    if (leftMs > 0) await sleep(leftMs, undefined, { signal });
  }

  async function make(task: StoredTask, signal: AbortSignal): Promise<void> {
    if (findFault(task.faults, 'stuck')) return release();
    let outcome: Parameters<typeof finish> | undefined;
    try {
      const file = await render(task, signal);
      outcome = [task, taskStatus.completed, { file }];
    } catch (error) {
      if (signal.aborted) return;
      outcome = [task, taskStatus.failed, { failure: explain(error) }];
    } finally {
      release();
    }
    await waitForAge(task, signal).catch(() => undefined);
    if (outcome && !signal.aborted) finish(...outcome);
  }

  function release(): void {
    rendering -= 1;
    startNext();
  }

  function startNext(): void {
    while (rendering < concurrency && waiting.length > 0 && !stopping.signal.aborted) {
      const task = waiting.shift() as StoredTask;
      rendering += 1;
      rendered.set(task.id, 0);
      const work = make(task, stopping.signal);
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    }
  }

  return {
    add(task: StoredTask): void {
      waiting.push(task);
      startNext();
    },
    /** How far a task is: the slower of its rendering and its wanted time. */
    look(task: StoredTask): Liveness {
      const totalMs = taskMs(task);
      const aged = totalMs > 0 ? (100 * (Date.now() - task.createdMs)) / totalMs : 100;
      const percent = Math.min(rendered.get(task.id) ?? 0, aged, highestUnfinished);
      return { running: rendered.has(task.id), percent };
    },
    get depth() {
      return { waiting: waiting.length, rendering };
    },
    /** Forgets all tasks, and goes on with those to come. */
    async reset(): Promise<void> {
      const ended = this.close();
      stopping = new AbortController();
      await ended;
      rendered.clear();
    },
    /** Stops at once; unfinished tasks stay in the store for the next start. */
    async close(): Promise<void> {
      stopping.abort();
      waiting.length = 0;
      await Promise.all(underWay);
    },
  };
}
