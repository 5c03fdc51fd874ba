import type { Disturbance, ExecutionPlan, Plan } from './Plan.ts';
import type { MadeTask } from './Service.ts';
import type { World } from './World.ts';

/** How late is too late, and what else is allowed. */
export interface Bounds {
  /** More than these where the service is slow: so many times as long as a look takes. */
  slowLooks: number;
  /** From the end of the last task to the delivery, where nothing was disturbed: watched, so many intervals later than this, each with the time that a look takes. */
  watchedMs: number;
  intervals: number;
  /** Later than an interval after it, since whoever wakes before that is not looked at once more. */
  unwatchedMs: number;
  /** More than these where a call was promised and did not come. */
  missedCallMs: number;
  /** From the last disturbance. */
  disturbedMs: number;
  /**
   * The same where n8n ended more than once, or a clock jumped as well: who had been woken to bring
   * home the others may be lost with it, and the next of them wakes later.
   */
  disturbedAgainMs: number;
  /** The same where n8n ended more than twice: all who knew the others may be lost. */
  disturbedOftenMs: number;
  /** The same in queue mode, where each has a timer of its own, at most ten minutes ahead. */
  disturbedWorkersMs: number;
  /** The most where an execution was sent back because it may stand in n8n's queue twice. */
  returnedMs: number;
  /** More than these, and than the longest that one has queued, where n8n only lets so many executions run at a time. */
  queueMs: number;
  /** More than these where the service has told the account to come later. */
  pacedMs: number;
  /** The same where it refuses the first one behind a pause, too, which is no good word for its Retry-After. */
  pacedAgainMs: number;
  /** How long tasks of an execution may be looked at that a person has stopped. */
  stoppedMs: number;
  /** Lines that the nodes of one history may cause in n8n's log of errors. */
  errorLines: number;
  /** How often a call may meet a timer of n8n by chance. */
  meetings: number;
  /** Calls without news that wake: they may meet a root that is to wake just then. */
  vainCalls: number;
  /** More than these where calls queue: one that has not come in half a minute is called again. */
  queueErrorLines: number;
}

export const defaultBounds: Bounds = {
  slowLooks: 4,
  watchedMs: 4_000,
  intervals: 4.2,
  unwatchedMs: 75_000,
  missedCallMs: 20_000,
  disturbedMs: 100_000,
  disturbedAgainMs: 12 * 60_000,
  disturbedOftenMs: 61 * 60_000,
  disturbedWorkersMs: 11.5 * 60_000,
  returnedMs: 2 * 60 * 60_000,
  queueMs: 30_000,
  pacedMs: 20_000,
  pacedAgainMs: 2 * 60_000,
  stoppedMs: 4 * 60_000,
  errorLines: 0,
  meetings: 1,
  vainCalls: 1,
  queueErrorLines: 1,
};

/**
 * How often a task may be looked at: once an interval, and for each call, waking and start a few times.
 * Of several workers, each in which it has slept watches until it asks n8n.
 */
export function mostLooks(
  { madeAtMs, endsAtMs }: MadeTask,
  { intervalSeconds }: ExecutionPlan,
  { calls, wakings, plan }: World,
): number {
  const intervals = (endsAtMs - madeAtMs) / (1_000 * intervalSeconds);
  return 8 + 1.3 * intervals * Math.max(1, plan.workers) + 4 * calls + 2 * wakings;
}

/** How late, in ms, a task of this execution may come out. */
export function boundFor(
  execution: ExecutionPlan,
  world: World,
  bounds: Bounds,
  task: MadeTask,
): number {
  const { madeAtMs } = task;
  const { watch, isCalled, intervalSeconds } = execution;
  const { plan, calmSinceMs } = world;
  // Looks are put off where a call is expected, until some have not come.
  const { share, lateMs: callLateMs } = plan.callbacks;
  // One that is early has the task looked at a few times; in queue mode once, by a process that doesn't watch.
  const isEarly = plan.callbacks.early && plan.setup === 'queue';
  // n8n refuses the calls to one that stays awake.
  const isMissed = isCalled && (share < 1 || isEarly || mayStay(plan));
  const isPutOff = isMissed && !areCallsKnownToMiss(task, execution, world);
  const { lookLatencyMs } = plan;
  const isSlow = lookLatencyMs > usualLatencyMs;
  // A call comes in vain while one waits in a crowd for its place to sleep, looks, or another call wakes it.
  const mayBeAwake = plan.executions.length > 2 || execution.orders.length > 1 || isSlow;
  const looksMs =
    isCalled && !isMissed && !mayBeAwake
      ? 1.5 * callLateMs
      : bounds.intervals * (1_000 * intervalSeconds + lookLatencyMs) +
        (isPutOff ? bounds.missedCallMs : 0);
  const pauses = [
    plan.disturbances.some(({ kind }) => kind === 'pause'),
    plan.executions.some(({ orders }) => orders.some(({ create }) => create === 'busyFirst')),
  ].filter((is) => is).length;
  // With a limit, they take their turns one after another.
  const turns = plan.limit > 0 ? plan.executions.length : 1;
  // Each call has its tasks looked at once more.
  const forged = plan.disturbances.filter(({ kind }) => kind === 'forgedCalls').length;
  const slowMs = isSlow ? (bounds.slowLooks + forged) * turns * lookLatencyMs : 0;
  const ownMs =
    (watch ? bounds.watchedMs + looksMs : bounds.unwatchedMs + 1_000 * intervalSeconds) +
    slowMs +
    [0, bounds.pacedMs, bounds.pacedAgainMs][pauses]!;
  const isDisturbed = calmSinceMs > madeAtMs;
  const queueMs = plan.limit > 0 ? bounds.queueMs + world.longestQueuedMs : 0;
  // A time of day that is stored comes later where the clock is set back.
  const clockMs = plan.disturbances.reduce(
    (sum, one) => sum + (one.kind === 'clock' ? Math.max(0, -one.byMs) : 0),
    0,
  );
  const aheadMs = plan.disturbances.reduce(
    (sum, one) => sum + (one.kind === 'clock' ? Math.max(0, one.byMs) : 0),
    0,
  );
  const isByTimer = !watch || plan.setup === 'queue';
  const isOther = plan.disturbances.some(({ kind }) => kind !== 'clock');
  const storedMs = isByTimer || isOther ? clockMs : 0;
  const ends = plan.disturbances.filter(({ kind }) => isEnd(kind) || kind === 'clock');
  const onceMs = plan.setup === 'queue' ? bounds.disturbedWorkersMs : bounds.disturbedMs;
  const again = ends.length > 2 ? bounds.disturbedOftenMs : bounds.disturbedAgainMs;
  // While n8n can't be reached, nobody takes the place of a root that leaves.
  const isCutOff = plan.disturbances.some(({ kind }) => kind === 'unreachable');
  const areRootsLost = isCutOff && ends.length > 0;
  const disturbedMs = areRootsLost ? bounds.disturbedOftenMs : ends.length > 1 ? again : onceMs;
  // Sent back because it may stand in n8n's queue twice, it has a timer twice as far ahead as it has slept.
  const isSlowed = plan.disturbances.some(({ kind }) => kind === 'slowStore');
  const isReturned = plan.limit > 0 || !watch || aheadMs > 0 || isSlowed;
  const returnedMs = isReturned
    ? Math.min(2 * (calmSinceMs - madeAtMs + aheadMs), bounds.returnedMs)
    : 0;
  // They are called one after another, and n8n's database has a part in each call.
  const callsMs = plan.executions.length * plan.storeLatencyMs;
  // Who comes home by its own timer looks once more then.
  const lateMs = Math.max(disturbedMs, returnedMs) + lookLatencyMs + slowMs + callsMs;
  return Math.max(ownMs, isDisturbed ? lateMs : 0) + queueMs + storedMs;
}

/** Whether two calls about videos of the same account have failed to come, well before this one ended. */
function areCallsKnownToMiss(
  { endsAtMs }: MadeTask,
  { account }: ExecutionPlan,
  { plan, service }: World,
): boolean {
  if (plan.callbacks.share > 0 || plan.setup === 'queue') return false;
  if (plan.disturbances.some(({ kind }) => isEnd(kind))) return false;
  const prompts = new Set(
    plan.executions
      .filter((one) => one.account === account && one.isCalled && one.watch)
      .flatMap(({ orders }) => orders.map(({ prompt }) => prompt)),
  );
  const missed = [...service.tasks.values()].filter(
    (task) => prompts.has(task.prompt) && !task.fails && task.endsAtMs < endsAtMs - 90_000,
  );
  // One or two may have been found by who woke for the others, and count for nothing.
  return missed.length > 3;
}

const usualLatencyMs = 900;

/** Whether an execution may stay awake, since it could not reach n8n. */
export const mayStay = ({ setup, disturbances }: Plan): boolean =>
  disturbances.some(({ kind }) => kind === 'unreachable' || (setup === 'queue' && isEnd(kind)));

const isEnd = (kind: Disturbance['kind']) => kind === 'kill' || kind === 'stop';
