import { type FastifyBaseLogger } from 'fastify';
import { taskField, taskStatus } from 'videogen-openapi/constants';
import { faultNumber, findFault } from '../faults/fault.ts';
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
  let kicked = false;

  const pauseMs = (attempt: number) =>
    (policy.firstPauseSeconds * 1000 * 2 ** (attempt - 1)) / speed;

  /** Sends one body and notes what came of it; undefined when the sandbox stopped meanwhile. */
  async function send(task: StoredTask, kind: string, body: object): Promise<boolean | undefined> {
    const url = task.request.callback_url as string;
    const attempt = store.beginAttempt(task.id, kind, Date.now());
    const answer = await post(url, body, policy.timeoutSeconds, stopping.signal);
    if (stopping.signal.aborted && answer.httpStatus === undefined) return undefined;
    store.endAttempt(task.id, attempt, answer.httpStatus, answer.outcome);
    log.info({ taskId: task.id, attempt, kind, outcome: answer.outcome }, 'callback sent');
    return answer.taken;
  }

  /** Sends the callbacks that a faulty service would send before there is a result. */
  async function sendPremature(task: StoredTask): Promise<void> {
    if (findFault(task.faults, 'callback-early'))
      await send(task, 'callback-early', describe(task));
    if (findFault(task.faults, 'callback-forged'))
      await send(task, 'callback-forged', {
        [taskField.id]: task.id,
        [taskField.status]: taskStatus.completed,
        [taskField.results]: ['https://forged.example/video.mp4'],
      });
  }

  async function deliver(task: StoredTask): Promise<void> {
    const taken = await send(task, 'result', describe(task));
    if (taken === undefined) return;
    const sent = store.attempts(task.id).filter(({ kind }) => kind === 'result').length;
    if (taken) {
      const doubled = findFault(task.faults, 'callback-doubled');
      const copies = doubled ? faultNumber(doubled, 2) - 1 : 0;
      for (let copy = 0; copy < copies; copy += 1)
        await send(task, 'callback-doubled', describe(task));
      store.setCallback(task.id, 'delivered');
    } else if (sent >= policy.attempts) store.setCallback(task.id, 'givenUp');
    else store.setCallback(task.id, 'due', Date.now() + pauseMs(sent));
  }

  function start(task: StoredTask, work: Promise<void>): void {
    const watched = work
      .catch((error: unknown) => {
        log.error({ err: error, taskId: task.id }, 'callback broke');
        store.setCallback(task.id, 'givenUp');
      })
      .finally(() => {
        underWay.delete(task.id);
        kick();
      });
    underWay.set(task.id, watched);
  }

  /** Starts what is due, and sets the clock for what is due later. */
  function startDue(): void {
    kicked = false;
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    const room = policy.concurrency - underWay.size;
    if (room <= 0) return;
    const due = store
      .dueCallbacks(policy.concurrency + underWay.size)
      .filter((task) => !underWay.has(task.id));
    const nowMs = Date.now();
    const ready = due.filter((task) => (task.callbackDueMs ?? 0) <= nowMs).slice(0, room);
    for (const task of ready) start(task, deliver(task));
    const later = due.find((task) => (task.callbackDueMs ?? 0) > nowMs);
    if (later && underWay.size < policy.concurrency)
      timer = setTimeout(kick, (later.callbackDueMs ?? 0) - nowMs);
  }

  /** Looks for what is due soon; a thousand kicks in one turn of the loop cost one look. */
  function kick(): void {
    if (!kicked) setImmediate(startDue);
    kicked = true;
  }

  return {
    kick,
    /** To be told of every accepted task, for the faults that send callbacks too early. */
    greet(task: StoredTask): void {
      const premature = ['callback-early', 'callback-forged'] as const;
      if (task.request.callback_url && premature.some((name) => findFault(task.faults, name)))
        start(task, sendPremature(task));
    },
    /** Stops at once; deliveries without an answer stay due for the next start. */
    async close(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
