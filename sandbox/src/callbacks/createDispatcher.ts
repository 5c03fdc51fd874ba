import { type FastifyBaseLogger } from 'fastify';
import { taskField, taskStatus } from 'video-generation-openapi/constants';
import { faultNumber, findFault } from '../faults/fault.ts';
import { type ResolvedOptions } from '../options.ts';
import { post } from '../outbound/post.ts';
import { type Store } from '../tasks/openStore.ts';
import { type CallbackAnswer, type CallbackPlan, type StoredTask } from '../tasks/task.ts';

const longestPauseMs = 60 * 60_000;

/**
 * Delivers the callbacks of finished tasks (contract section 6), each until a receiver answers
 * 2xx or the attempts run out. What is due is in the store, so a restart goes on with it.
 *
 * @param describe - the body for a task: the same shape as the query answer
 */
export function createDispatcher(
  store: Store,
  { callbacks: policy, speed, privateNetworks }: ResolvedOptions,
  describe: (task: StoredTask) => object,
  log: FastifyBaseLogger,
) {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Map<string, Promise<void>>();

  const pauseMs = (attempt: number) =>
    Math.min(policy.firstPauseSeconds * 1000 * 2 ** (attempt - 1), longestPauseMs) / speed;

  /** Posts one body; undefined when the sandbox stopped or forgot the task meanwhile. */
  async function sendBody(
    task: StoredTask,
    kind: string,
    body: object,
  ): Promise<CallbackAnswer | undefined> {
    if (!store.find(task.id)) return undefined;
    const url = new URL(task.request.callback_url as string);
    const attempt = store.beginAttempt(task.id, kind, Date.now());
    const { timeoutSeconds } = policy;
    const answer = await post(url, body, { timeoutSeconds, privateNetworks }, stopping.signal);
    if (stopping.signal.aborted && answer.httpStatus === undefined) return undefined;
    log.info({ taskId: task.id, attempt, kind, outcome: answer.outcome }, 'callback sent');
    return { taskId: task.id, attempt, ...answer };
  }

  /** Sends one body beside the result, and notes what came of it and what is to come next. */
  async function send(
    task: StoredTask,
    kind: string,
    body: object,
    next?: CallbackPlan,
  ): Promise<void> {
    const answer = await sendBody(task, kind, body);
    if (answer) store.endAttempt(answer, next);
  }

  /** Sends what a faulty service sends before there is a result. */
  async function sendPremature(task: StoredTask): Promise<void> {
    if (findFault(task.faults, 'callback-early'))
      await send(task, 'callback-early', describe(task));
    if (findFault(task.faults, 'callback-forged'))
      await send(task, 'callback-forged', {
        [taskField.id]: task.id,
        [taskField.status]: taskStatus.completed,
        [taskField.results]: ['https://forged.invalid/video.mp4'],
      });
  }

  /** What comes after a result was tried once more. */
  function planNext(task: StoredTask, taken: boolean): CallbackPlan {
    if (taken) return { state: 'delivered' };
    const sent = store.attempts(task.id).filter(({ kind }) => kind === 'result').length;
    if (sent >= policy.attempts) return { state: 'givenUp' };
    return { state: 'due', dueMs: Math.round(Date.now() + pauseMs(sent)) };
  }

  /** Tries a result once, and notes what came of it and what is to come next. */
  async function deliver(task: StoredTask): Promise<void> {
    const answer = await sendBody(task, 'result', describe(task));
    if (!answer) return;
    const next = planNext(task, answer.taken);
    const doubled = answer.taken && findFault(task.faults, 'callback-doubled');
    const copies = doubled ? faultNumber(doubled, 2) - 1 : 0;
    store.endAttempt(answer, copies > 0 ? undefined : next);
    if (next.dueMs !== undefined) plan(task.id, next.dueMs, deliver);
    for (let left = copies; left > 0 && !stopping.signal.aborted; left -= 1)
      await send(task, 'callback-doubled', describe(task), left === 1 ? next : undefined);
  }

  async function work(id: string, act: (task: StoredTask) => Promise<void>): Promise<void> {
    // The result of a task comes after what was sent too early.
    await underWay.get(id);
    try {
      const task = store.find(id);
      if (task && !stopping.signal.aborted) await act(task);
    } catch (error) {
      log.error({ err: error, taskId: id }, 'callback broke');
      store.setCallback(id, { state: 'givenUp' });
    }
  }

  function plan(id: string, dueMs: number, act: (task: StoredTask) => Promise<void>): void {
    const start = () => {
      timers.delete(timer);
      const working = work(id, act).finally(() => {
        if (underWay.get(id) === working) underWay.delete(id);
      });
      underWay.set(id, working);
    };
    const timer = setTimeout(start, Math.max(0, dueMs - Date.now()));
    timers.add(timer);
  }

  return {
    /** Goes on with what was due when the sandbox ended. */
    resume(): void {
      for (const { id, callbackDueMs } of store.dueCallbacks())
        plan(id, callbackDueMs ?? 0, deliver);
    },
    /** To be told of every task that has its result. */
    finished(id: string): void {
      const task = store.find(id);
      if (task?.callbackState === 'due') plan(id, task.callbackDueMs ?? 0, deliver);
    },
    /** To be told of every accepted task, for the faults that send callbacks too early. */
    greet({ id, request, faults }: StoredTask): void {
      const early = ['callback-early', 'callback-forged'] as const;
      if (request.callback_url && early.some((name) => findFault(faults, name)))
        plan(id, Date.now(), sendPremature);
    },
    /** Stops at once; deliveries without an answer stay due for the next start. */
    async close(): Promise<void> {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
