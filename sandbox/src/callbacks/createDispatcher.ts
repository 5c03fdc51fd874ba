import { type FastifyBaseLogger } from 'fastify';
import { taskField, taskStatus } from 'videogen-openapi/constants';
import { faultNumber, findFault } from '../faults/fault.ts';
import { type CallbackPolicy } from '../options.ts';
import { type Store } from '../tasks/openStore.ts';
import { type CallbackAnswer, type CallbackPlan, type StoredTask } from '../tasks/task.ts';
import { longestTimerMs } from '../longestTimer.ts';
import { createAgenda, type Entry } from './createAgenda.ts';
import { post } from './post.ts';

export type Dispatcher = ReturnType<typeof createDispatcher>;

interface Job {
  id: string;
  /** Whether it is one that a faulty service sends before there is a result. */
  premature: boolean;
}

// The server answers requests between one handful and the next.
const handful = 50;

const receiverOf = ({ request }: StoredTask) => {
  const url = request.callback_url as string;
  return URL.parse(url)?.host ?? url;
};

/**
 * Delivers the callbacks of finished tasks (contract section 6), each until a receiver answers
 * 2xx or the attempts run out. What is due is in the store, so a restart goes on with it.
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
  const agenda = createAgenda<Job>(policy.concurrency, policy.concurrencyOfReceiver);
  const underWay = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let kicked = false;

  const pauseMs = (attempt: number) =>
    (policy.firstPauseSeconds * 1000 * 2 ** (attempt - 1)) / speed;

  /** Posts one body; undefined when the sandbox stopped meanwhile. */
  async function sendBody(
    task: StoredTask,
    kind: string,
    body: object,
  ): Promise<CallbackAnswer | undefined> {
    const url = task.request.callback_url as string;
    const attempt = store.beginAttempt(task.id, kind, Date.now());
    const answer = await post(url, body, policy.timeoutSeconds, stopping.signal);
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
  ): Promise<boolean | undefined> {
    const answer = await sendBody(task, kind, body);
    if (answer) store.endAttempt(answer, next);
    return answer?.taken;
  }

  async function sendPremature(task: StoredTask): Promise<boolean> {
    let taken: boolean | undefined = true;
    if (findFault(task.faults, 'callback-early'))
      taken = await send(task, 'callback-early', describe(task));
    if (findFault(task.faults, 'callback-forged'))
      taken = await send(task, 'callback-forged', {
        [taskField.id]: task.id,
        [taskField.status]: taskStatus.completed,
        [taskField.results]: ['https://forged.invalid/video.mp4'],
      });
    return taken ?? false;
  }

  /** What comes after a result was tried once more. */
  function planNext(task: StoredTask, taken: boolean): CallbackPlan {
    if (taken) return { state: 'delivered' };
    const sent = store.attempts(task.id).filter(({ kind }) => kind === 'result').length;
    if (sent >= policy.attempts) return { state: 'givenUp' };
    return { state: 'due', dueMs: Math.round(Date.now() + pauseMs(sent)) };
  }

  /** Tries a result once, and notes what came of it and what is to come next. */
  async function deliver(task: StoredTask): Promise<boolean> {
    const answer = await sendBody(task, 'result', describe(task));
    if (!answer) return false;
    const next = planNext(task, answer.taken);
    const doubled = answer.taken && findFault(task.faults, 'callback-doubled');
    const copies = doubled ? faultNumber(doubled, 2) - 1 : 0;
    store.endAttempt(answer, copies > 0 ? undefined : next);
    if (next.dueMs !== undefined) plan(task, next.dueMs, false);
    for (let left = copies; left > 0 && !stopping.signal.aborted; left -= 1)
      await send(task, 'callback-doubled', describe(task), left === 1 ? next : undefined);
    return answer.taken;
  }

  async function work({ receiver, job }: Entry<Job>): Promise<void> {
    // The result of a task comes after what was sent too early.
    await underWay.get(job.id);
    let taken = false;
    try {
      const task = store.find(job.id);
      if (task && !stopping.signal.aborted)
        taken = await (job.premature ? sendPremature(task) : deliver(task));
    } catch (error) {
      log.error({ err: error, taskId: job.id }, 'callback broke');
      store.setCallback(job.id, { state: 'givenUp' });
    }
    agenda.end(receiver, taken);
    kick();
  }

  function start(entry: Entry<Job>): void {
    const { id } = entry.job;
    const working = work(entry).finally(() => {
      if (underWay.get(id) === working) underWay.delete(id);
    });
    underWay.set(id, working);
  }

  /** Starts what is due, and sets the clock for what is due later. */
  function startDue(): void {
    kicked = false;
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    const nowMs = Date.now();
    const taken = agenda.take(nowMs, handful);
    taken.forEach(start);
    const nextMs = taken.length === handful ? nowMs : agenda.nextDueMs();
    if (nextMs === undefined) return;
    if (nextMs <= nowMs) kick();
    else timer = setTimeout(kick, Math.min(nextMs - nowMs, longestTimerMs));
  }

  /** Looks for what is due soon; a thousand kicks in one turn of the loop cost one look. */
  function kick(): void {
    if (!kicked) setImmediate(startDue);
    kicked = true;
  }

  function plan(task: StoredTask, dueMs: number, premature: boolean): void {
    agenda.add({ receiver: receiverOf(task), dueMs, job: { id: task.id, premature } });
    kick();
  }

  return {
    /** Goes on with what was due when the sandbox ended. */
    resume(): void {
      for (const task of store.dueCallbacks()) plan(task, task.callbackDueMs ?? 0, false);
    },
    /** To be told of every task that has its result. */
    finished(id: string): void {
      const task = store.find(id);
      if (task?.callbackState === 'due') plan(task, task.callbackDueMs ?? 0, false);
    },
    /** To be told of every accepted task, for the faults that send callbacks too early. */
    greet(task: StoredTask): void {
      const faults = ['callback-early', 'callback-forged'] as const;
      if (task.request.callback_url && faults.some((name) => findFault(task.faults, name)))
        plan(task, Date.now(), true);
    },
    /** Stops at once; deliveries without an answer stay due for the next start. */
    async close(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
