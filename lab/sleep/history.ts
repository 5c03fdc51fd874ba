import type { BuiltCode } from './builtNodes.ts';
import { boundFor, defaultBounds, mayStay, mostLooks, type Bounds } from './bounds.ts';
import { makePlan } from './makePlan.ts';
import type { ExecutionPlan, Plan } from './Plan.ts';
import { mostHappenings } from './VirtualTime.ts';
import { startedByTimers } from './MainProcess.ts';
import { World } from './World.ts';

export type End =
  'handed on' | 'handed on twice' | 'told' | 'crashed' | 'lost' | 'not made' | 'made twice';

export interface History {
  seed: number;
  digest: string;
  /** Promises that were broken, as "name: what". */
  broken: string[];
  story: string[];
  tasks: number;
  delivered: number;
  /** In n8n's log, caused by the nodes. */
  errorLines: number;
  falseAlarms: number;
  /** How n8n loses executions of its own accord, whatever node they wait in; one for each. */
  lostByN8n: string[];
  /** Executions that were awake as n8n ended, and that n8n does not go on with. */
  leftToPerson: number;
  /** What became of each order, by its prompt. */
  ends: Record<string, End>;
  /** The longest time from when a video could have come out until it did, in ms. */
  latestMs: number;
}

const terminal = new Set(['success', 'error', 'crashed', 'canceled']);
const quietMs = 15 * 60_000;
/** Where one that was called has not come for a queue, the others are left alone for ten minutes. */
const slowlyAskedMs = 11 * 60_000;
const longestMs = 24 * 60 * 60_000;

let played: World | undefined;

/** What nodes reject and nobody handles breaks a promise of the history, and ends it no sooner. */
function hearUnhandled(world: World): void {
  if (played === undefined)
    process.on('unhandledRejection', (error) =>
      played!.fail(`nobody handles ${String((error as Error)?.stack ?? error)}`),
    );
  played = world;
}

/** Plays one history and checks what it must not break. */
export async function playHistory(
  seed: number,
  code: BuiltCode,
  { bounds = defaultBounds, keepsStory = false, plan = makePlan(seed), hasPerson = true } = {} as {
    bounds?: Bounds;
    /** Somebody retries what n8n has left. */
    hasPerson?: boolean;
    keepsStory?: boolean;
    plan?: Plan;
  },
): Promise<History> {
  const world = new World(plan, code, keepsStory);
  hearUnhandled(world);
  world.begin();
  const lastOrderMs = Math.max(...plan.executions.map(({ atMs }) => atMs));
  const lastDisturbanceMs = Math.max(0, ...plan.disturbances.map(({ atMs }) => atMs));
  const { rows } = world.store;
  const areOver = () =>
    world.time.nowMs > lastDisturbanceMs &&
    world.disturbances.endsToCome === 0 &&
    rows.size >= plan.executions.length &&
    [...rows.values()].every(({ status }) => terminal.has(status)) &&
    world.main?.isReady === true &&
    !world.main.isStopping &&
    // One that n8n has marked as crashed may be running all the same.
    world.processes.every(({ isIdle }) => isIdle) &&
    world.jobs.open().length === 0;
  await world.time.runUntil(Math.max(lastOrderMs, lastDisturbanceMs) + longestMs, areOver);
  const before = rows.size;
  const retried = hasPerson ? retryAsPerson(world) : 0;
  if (retried > 0) {
    const atMs = world.time.nowMs;
    await world.time.runUntil(atMs + longestMs, () => rows.size >= before + retried && areOver());
  }
  const overAtMs = world.time.nowMs;
  await world.time.runUntil(overAtMs + quietMs);
  return judge(world, seed, bounds, overAtMs);
}

/**
 * A person retries what n8n was awake for as it ended, and does not go on with, and some also what
 * ended with an error. They do so where the
 * execution has stored all that was paid for it, and nothing has been handed on yet: n8n may run
 * the node once more that it was in.
 *
 * @returns how many executions are retried
 */
function retryAsPerson(world: World): number {
  const { store, service, deliveries, plan, main, awakeAtEnd, overwritten } = world;
  let retried = 0;
  for (const row of store.rows.values()) {
    const isLeft = row.status === 'crashed' && awakeAtEnd.has(row.id);
    const isFailed = plan.retriesErrors && row.status === 'error' && !overwritten.has(row.id);
    if (!isLeft && !isFailed) continue;
    const prompts = new Set(row.plan.orders.map(({ prompt }) => prompt));
    const made = [...service.tasks.values()].filter(({ prompt }) => prompts.has(prompt));
    if (made.some(({ id }) => deliveries.has(id) || !row.data.includes(`"${id}"`))) continue;
    if (plan.executions.some((one) => one === row.plan && one.rounds > 1)) continue;
    retried += 1;
    world.retried.add(row.id);
    world.calmSinceMs = world.time.nowMs;
    void main!.act(() => main!.retry(row.id));
  }
  return retried;
}

function judge(world: World, seed: number, bounds: Bounds, overAtMs: number): History {
  const { plan, service, deliveries, store, told } = world;
  const broken: string[] = [];
  const say = (promise: string, what: string) => broken.push(`${promise}: ${what}`);
  if (world.time.happened >= mostHappenings) say('not over', 'it goes on without end');
  if (world.broken !== undefined) say('fails unheard', world.broken);

  const executionOf = (prompt: string): ExecutionPlan =>
    plan.executions.find(({ orders }) => orders.some((order) => order.prompt === prompt))!;
  const rowsOf = (execution: ExecutionPlan) =>
    [...store.rows.values()].filter((row) => row.plan === execution);

  const byPrompt = new Map<string, string[]>();
  for (const { id, prompt } of service.tasks.values())
    byPrompt.set(prompt, [...(byPrompt.get(prompt) ?? []), id]);
  for (const [prompt, ids] of byPrompt) {
    // What both of two workers come to behind the wait, they both order.
    const isTwofold = rowsOf(executionOf(prompt)).some(
      ({ id }) => world.n8nsOwnLosses.get(id) === startedByTimers,
    );
    if (ids.length > 1 && !isTwofold) say('created twice', `"${prompt}" as ${ids.join(', ')}`);
  }

  let latestMs = 0;
  let leftToPerson = 0;
  for (const row of store.rows.values()) {
    if (!terminal.has(row.status)) say('not over', `execution ${row.id} is ${row.status}`);
    if (row.status !== 'crashed') continue;
    if (world.retried.has(row.id)) continue;
    if (world.awakeAtEnd.has(row.id)) leftToPerson += 1;
    else if (world.n8nsOwnLosses.has(row.id) || !world.slept.has(row.id)) continue;
    else say('crashed asleep', `execution ${row.id}`);
  }
  for (const [id, times] of world.besides)
    if (times > 1 && !world.n8nsOwnLosses.has(id))
      say('goes on twice', `execution ${id} beside the wait`);
  for (const task of service.tasks.values()) {
    const execution = executionOf(task.prompt);
    const times = deliveries.get(task.id) ?? [];
    const rows = rowsOf(execution);
    const isExcused = rows.some(
      ({ id, status }) =>
        world.canceled.has(id) ||
        world.n8nsOwnLosses.has(id) ||
        (world.awakeAtEnd.has(id) &&
          !world.retried.has(id) &&
          (status === 'crashed' || world.overwritten.has(id) || !plan.claims)),
    );
    // One branch fails before the wait of the other has begun, or, in n8n's old order, before what it
    // gave out has gone on: n8n shows the task among what the node gave out.
    const isShown =
      execution.isBranched &&
      (execution.shape === 'createThenWait' || execution.executionOrder === 'v0') &&
      rows.some(({ data }) => data.includes(`"${task.id}"`));
    const isTwofold = rows.some(({ id }) => world.n8nsOwnLosses.has(id));
    if (times.length > 1 && !isTwofold)
      say('handed on twice', `${task.id} at ${times.map(({ atMs }) => atMs / 1000).join(', ')}`);
    if (times.length === 0) {
      const isTold = told.some((text) => new RegExp(`${task.id}\\b`).test(text));
      const isUnknown =
        execution.orders.find(({ prompt }) => prompt === task.prompt)!.create === 'answerLost';
      if (!isTold && !isShown && !isExcused && !isUnknown)
        say('lost', `${task.id}; ${rows.map(({ id, status }) => `${id} is ${status}`).join()}`);
      continue;
    }
    const readyMs = leavesAlone(execution, plan) ? task.endsAtMs : readyAtMs(world, task.prompt);
    const { atMs } = times[0]!;
    const boundMs = boundFor(execution, world, bounds, task);
    const lateMs = atMs - Math.max(readyMs, Math.min(world.calmSinceMs, atMs));
    latestMs = Math.max(latestMs, lateMs);
    // One that n8n starts twice at once can't sleep, and hands on all at its end.
    if (lateMs > boundMs && !isTwofold) say('late', `${task.id} by ${Math.round(lateMs / 1000)} s`);
  }
  for (const task of service.tasks.values()) {
    const execution = executionOf(task.prompt);
    const most = mostLooks(task, execution, world);
    const looks = service.looks.get(task.id) ?? 0;
    if (looks > most) say('asks too often', `${task.id}, ${looks} times`);
    const stoppedAtMs = Math.min(
      ...rowsOf(execution).map(({ id }) => world.canceled.get(id) ?? Infinity),
    );
    // The longer it has slept, the less often n8n is asked whether it does.
    const knownMs = Math.min(bounds.stoppedMs, 60_000 + 1.5 * (stoppedAtMs - task.madeAtMs));
    // A worker can ask nobody while the main process is down.
    const askedAtMs =
      plan.setup === 'queue' ? Math.max(stoppedAtMs, world.calmSinceMs) : stoppedAtMs;
    if ((service.lookedAtMs.get(task.id) ?? 0) > askedAtMs + knownMs)
      say('kept in memory', `${task.id} is looked at long after its execution was stopped`);
    const overMs = rowsOf(execution).map(({ id }) => world.overAtMs.get(id) ?? 0);
    const isOwn = rowsOf(execution).length === 1 && execution.rounds === 1;
    const isTwofold = rowsOf(execution).some(({ id }) => world.n8nsOwnLosses.has(id));
    if (!isOwn || overMs[0] === 0 || isTwofold) continue;
    const lateMs =
      overMs[0]! - Math.max(readyAtMs(world, task.prompt), Math.min(world.calmSinceMs, overMs[0]!));
    if (lateMs > boundFor(execution, world, bounds, task))
      say('late', `execution of ${task.id} by ${Math.round(lateMs / 1000)} s`);
  }
  // A clock that is set moves the timer, and not when it is let go.
  const isClockSet = plan.disturbances.some(({ kind }) => kind === 'clock');
  const { watchedOn } = world.workerWatches;
  if (watchedOn !== undefined && !isClockSet)
    say('kept in memory', `${watchedOn}, long after n8n has woken its execution`);
  if (world.wokenInVain > bounds.vainCalls && areCallsChecked(plan))
    say('wakes in vain', `${world.wokenInVain} times, by calls`);
  for (const row of world.rawRows) say('success without a video', row);
  for (const process of world.processes) {
    const held = world.time.timersOf(process);
    if (held.length > 0) {
      const untilMs = Math.round((Math.max(...held) - overAtMs) / 1000);
      say(
        'kept in memory',
        `${held.length} timers of ${process.name}, until ${untilMs} s after all is over`,
      );
    }
  }
  // Whether it is over, nobody hears while n8n cannot be asked; where calls queue or get lost, it is asked seldom.
  const isSlow = plan.limit > 0 || plan.disturbances.some(({ kind }) => kind === 'unreachable');
  const lastAskMs = isSlow ? slowlyAskedMs : quietMs / 2;
  if (world.network.lastSentAtMs > Math.max(overAtMs, world.calmSinceMs) + lastAskMs)
    say('kept in memory', 'requests go on after all is over');
  const { ownErrorLines } = world;
  // n8n tells nobody that a person has stopped an execution; whoever calls it then finds it over, and
  // so does a call that queues meanwhile.
  const ofStopped = world.canceled.size * (plan.limit > 0 ? 2 : 1);
  // One that n8n has taken for crashed is called once more, too.
  const ofLost = world.n8nsOwnLosses.size;
  // A worker that was cut off for a while may call what another one has brought to its end.
  // Where two workers watch over it, one may call while the call of the other wakes it.
  const isShared = plan.limit > 0 || mayStay(plan) || plan.workers > 1;
  const ofQueue = isShared ? bounds.queueErrorLines : 0;
  if (ownErrorLines.length > bounds.errorLines + ofStopped + ofLost + ofQueue)
    say('error lines', `${ownErrorLines.length}, the first: ${ownErrorLines[0]}`);
  const areOthers = plan.setup === 'queue' && world.calls > 0;
  const isCalm = plan.limit === 0 && store.latencyMs < 100 && !areOthers && !mayStay(plan);
  // In queue mode, each execution has a timer of its own.
  const mostMeetings = bounds.meetings * (plan.setup === 'queue' ? 2 : 1);
  if (isCalm && world.meetings > mostMeetings)
    say('error lines', `${world.meetings} calls met timers`);
  return {
    ...{ seed, digest: world.digest(), broken, story: world.story },
    tasks: service.tasks.size,
    delivered: deliveries.size,
    errorLines: world.ownErrorLines.length,
    lostByN8n: [...world.n8nsOwnLosses].flatMap(([id, reason]) =>
      ['crashed', 'error'].includes(store.rows.get(id)!.status) ? reason : [],
    ),
    ...{ falseAlarms: world.falseAlarms, leftToPerson, latestMs },
    ends: Object.fromEntries(
      plan.executions.flatMap(({ orders }) =>
        orders.map(({ prompt }) => [prompt, endOf(world, prompt)]),
      ),
    ),
  };
}

function endOf({ service, deliveries, told, store }: World, prompt: string): End {
  const made = [...service.tasks.values()].filter((task) => task.prompt === prompt);
  const [task] = made;
  if (task === undefined) return 'not made';
  if (made.length > 1) return 'made twice';
  const times = deliveries.get(task.id)?.length ?? 0;
  if (times > 0) return times === 1 ? 'handed on' : 'handed on twice';
  if (told.some((text) => new RegExp(`${task.id}\\b`).test(text))) return 'told';
  const rows = [...store.rows.values()].filter(({ plan }) =>
    plan.orders.some((order) => order.prompt === prompt),
  );
  return rows.some(({ status }) => status === 'crashed') ? 'crashed' : 'lost';
}

/**
 * Whether no call may wake an execution that has no news: each is watched over in the process that
 * the call comes to, and none has to list others.
 */
const areCallsChecked = ({ setup, limit, executions, disturbances }: Plan) =>
  setup === 'regular' &&
  limit === 0 &&
  executions.length <= 2 &&
  executions.every(({ watch }) => watch) &&
  disturbances.every(({ kind }) => ['forgedCalls', 'pause', 'outage', 'cancel'].includes(kind));

/**
 * In n8n's old order, all that has gone from a node waits until the node has run to its end; in a
 * loop, what is left waits for the rounds behind it. An execution that stays awake hands on all at once.
 */
const leavesAlone = ({ release, executionOrder, rounds }: ExecutionPlan, plan: Plan) =>
  release === 'asTheyCome' &&
  executionOrder === 'v1' &&
  rounds === 1 &&
  !(plan.setup === 'queue' && mayStay(plan));

/** When all tasks of the same round have ended, or are not waited for any more. */
function readyAtMs({ service, plan, store }: World, prompt: string): number {
  const execution = plan.executions.find((one) =>
    one.orders.some((order) => order.prompt === prompt),
  )!;
  const { timeoutMinutes, orders, rounds, release, executionOrder } = execution;
  // A retry begins a time limit of its own, and so does a round that waits behind another.
  const isRetried = [...store.rows.values()].some(
    (row) => row.plan === execution && row.mode === 'retry',
  );
  const areMixed = rounds > 1 && (release === 'asTheyCome' || executionOrder === 'v0');
  const limitMs = isRetried || areMixed ? Infinity : timeoutMinutes * 60_000;
  const prompts = new Set(orders.map((order) => order.prompt));
  return Math.max(
    ...[...service.tasks.values()]
      .filter((task) => prompts.has(task.prompt))
      // The rest of a round waits behind the rounds that its first rows began.
      .filter((task) => areMixed || isSameRound(task.prompt, prompt))
      .map(({ endsAtMs, madeAtMs }) => Math.min(endsAtMs, madeAtMs + limitMs)),
  );
}

/** Prompts read "order <execution>.<item>.<round>.". */
const isSameRound = (one: string, other: string) => {
  const parts = (prompt: string) => prompt.split(/[ .]/);
  const [, execution, , round] = parts(one);
  const [, ofExecution, , ofRound] = parts(other);
  return execution === ofExecution && round === ofRound;
};
