import { type FastifyBaseLogger } from 'fastify';
import { type CallbackPolicy } from '../options.ts';
import { type Store } from '../tasks/openStore.ts';
import { type StoredTask } from '../tasks/task.ts';
import { post } from './post.ts';

export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * Delivers the callbacks of finished tasks (contract section 6), each until a receiver answers
 * 2xx or the attempts run out. What is due is read from the store, so a restart goes on with it.
 *
 * @param describe - the body for a task: the same shape as the query answer
 */
export function createDispatcher(
  store: Store,
  policy: CallbackPolicy,
  speed: number,
  describe: (task: StoredTask) => object,
  log: FastifyBaseLogger,
) {
  const stopping = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const pauseMs = (attempt: number) =>
    (policy.firstPauseSeconds * 1000 * 2 ** (attempt - 1)) / speed;

  async function deliver(task: StoredTask): Promise<void> {
    const url = task.request.callback_url as string;
    const attempt = store.beginAttempt(task.id, 'result', Date.now());
    const answer = await post(url, describe(task), policy.timeoutSeconds, stopping.signal);
    if (stopping.signal.aborted && answer.httpStatus === undefined) return;
    store.endAttempt(task.id, attempt, answer.httpStatus, answer.outcome);
    log.info({ taskId: task.id, attempt, outcome: answer.outcome }, 'callback sent');
    if (answer.taken) store.setCallback(task.id, 'delivered');
    else if (attempt >= policy.attempts) store.setCallback(task.id, 'givenUp');
    else store.setCallback(task.id, 'due', Date.now() + pauseMs(attempt));
  }

  function start(task: StoredTask): void {
    const work = deliver(task)
      .catch((error: unknown) => log.error({ err: error, taskId: task.id }, 'callback broke'))
      .finally(() => {
        underWay.delete(task.id);
        kick();
      });
    underWay.set(task.id, work);
  }

  /** Starts what is due, and sets the clock for what is due later. */
  function kick(): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    const room = policy.concurrency - underWay.size;
    if (room <= 0) return;
    const due = store
      .dueCallbacks(policy.concurrency + underWay.size)
      .filter((task) => !underWay.has(task.id));
    const nowMs = Date.now();
    const ready = due.filter((task) => (task.callbackDueMs ?? 0) <= nowMs).slice(0, room);
    ready.forEach(start);
    const later = due.find((task) => (task.callbackDueMs ?? 0) > nowMs);
    if (later && underWay.size < policy.concurrency)
      timer = setTimeout(kick, (later.callbackDueMs ?? 0) - nowMs);
  }

  return {
    kick,
    /** Stops at once; deliveries without an answer stay due for the next start. */
    async close(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
