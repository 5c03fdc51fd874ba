import type { IExecuteFunctions } from 'n8n-workflow';
import { readOwnAddresses } from '../n8n/ownAddresses';
import { lookUntilDone, type WaitWorld } from '../look/lookUntilDone';
import type { WaitSettings } from '../look/settings';
import type { WaitState } from '../look/WaitState';
import { assignWatcher } from '../watch/assignWatcher';
import { fallAsleep, findPlace } from './fallAsleep';
import { roster } from '../restart/roster';
import { findStackPlace, runOnceMore, takeBackRun } from './putToSleep';
import { whyUnreachable } from '../call/canReach';
import { readSleepRecord } from './sleepRecord';
import { endWait, leave, readStoredWait, storeWait, type StoredWait } from './storedWait';
import { decide, lookedTable } from './table';
import { endWatch } from '../watch/watchers';
import { joinStates, keepTasks, lookAtAll, openTasks } from '../look/adjustWait';
import { whyAwake } from './whyAwake';
import { mayBeReadAwake } from './wokenTwice';
import type { Wait } from './Wait';

/** What one visit of the node came to. */
export type Visit =
  /** All tasks have ended. */
  | { kind: 'ended'; state: WaitState; leaving: Set<string> }
  /** These have ended and leave; the node is visited again for the others. */
  | { kind: 'some'; state: WaitState; leaving: Set<string> }
  /** The execution is put to sleep; what the node returns now is only shown. */
  | { kind: 'asleep'; state: WaitState; untilMs: number };

// Shorter than this, a look is as good as a new one.
const freshMs = 1_000;

/**
 * Waits for tasks: looks at those that are due, and puts the execution to sleep while some are
 * open. Where it cannot sleep, or shall not, it waits in the execution and says so in a hint.
 *
 * @throws the cancel signal's reason when the execution is stopped while it is awake
 */
export async function waitAsleep(
  context: IExecuteFunctions,
  world: WaitWorld,
  wait: Wait,
): Promise<Visit> {
  const { settings, choices, breathe } = wait;
  const nowMs = world.nowMs();
  const stack = findStackPlace(context);
  if (stack !== undefined) takeBackRun(stack);
  const stored = { ...readStoredWait(context, nowMs), read: wait.read };
  const gone = new Set(stored.gone.map(([taskId]) => taskId));
  const taskIds = wait.taskIds.filter((taskId) => !gone.has(taskId));
  const { timersMs } = readSleepRecord(context);
  let state = await joinWhatWasSeen(context, stored, taskIds, wait, world);
  state = await lookAtDue(state, settings, world);
  await breathe();

  const isOpen = () => openTasks(state).length > 0;
  const findLeaving = () =>
    new Set(
      choices.release === 'asTheyCome' ? taskIds.filter((id) => mayLeave(id, state, wait)) : [],
    );
  const leaving = findLeaving();
  const reason =
    whyAwake(context) ??
    (stack === undefined ? 'this version of n8n works differently inside' : undefined);
  const situation = () => ({
    isAllEnded: !isOpen(),
    areSomeLeaving: leaving.size > 0,
    shallStay: choices.stayAwake,
    cannotSleep: reason !== undefined,
    mayBeReadAwake: false,
  });

  const finish = (all: WaitState): Visit => {
    endWait(context, stored, all);
    return { kind: 'ended', state: all, leaving: new Set(taskIds) };
  };
  const stay = async (why: string | undefined) =>
    finish(await stayAwake(context, state, why, wait, world));
  const letLeave = (some: Set<string>): Visit => {
    const rest = keepTasks(state, (taskId) => !some.has(taskId));
    const allGone = [...stored.gone, ...leave(context, some, state)];
    storeWait(context, { ...stored, state: rest, gone: allGone, sleeps: 0 });
    runOnceMore(stack!);
    return { kind: 'some', state, leaving: some };
  };
  /** Where it could sleep as a rule, and not this time: items leave as they come all the same. */
  const stayThisTime = async (why: string) => {
    if (choices.release === 'together') return await stay(why);
    let some = leaving;
    while (isOpen() && some.size === 0) {
      state = await lookUntilDone(state, settings, world, world.nowMs() + settings.intervalMs);
      some = findLeaving();
    }
    return isOpen() ? letLeave(some) : await stay(why);
  };
  switch (decide(lookedTable, situation())) {
    case 'finish':
      return finish(state);
    case 'stay':
      return await stay(choices.stayAwake ? undefined : reason);
    case 'leave':
      return letLeave(leaving);
  }

  const watcher = choices.watch ? await assignWatcher(context, nowMs) : undefined;
  if (choices.watch && watcher === undefined)
    return await stayThisTime(whyUnreachable(readOwnAddresses(context).resumeUrl));
  const place = await findPlace(context, watcher);
  const isLate = world.nowMs() - nowMs > freshMs;
  if (!choices.watch && stored.sleeps > 0 && isLate)
    // Nobody heard who called meanwhile.
    state = await lookAtDue(lookAtAll(state, world.nowMs()), settings, world);
  await breathe();
  const last = decide(lookedTable, {
    ...situation(),
    mayBeReadAwake: mayBeReadAwake(timersMs, world.nowMs()),
  });
  if (last !== 'sleep') {
    roster.arrive(context.getExecutionId());
    return last === 'finish' ? finish(state) : await stayThisTime('n8n might have woken it twice');
  }
  const bed = { stack: stack!, place, watcher, stored, taskIds, timersMs };
  const untilMs = await fallAsleep(context, world, state, wait, bed);
  if (untilMs === undefined) return await stayThisTime('n8n refused to let it sleep');
  await breathe();
  return { kind: 'asleep', state, untilMs };
}

const mayLeave = (taskId: string, state: WaitState, wait: Wait) =>
  state.tasks[taskId]?.outcome !== undefined && wait.mayLeave(taskId, state);

/** The wait as it is known now: what was stored, and what the watcher saw since. */
async function joinWhatWasSeen(
  context: IExecuteFunctions,
  stored: StoredWait,
  taskIds: string[],
  { watch }: Wait,
  world: WaitWorld,
): Promise<WaitState> {
  const nowMs = world.nowMs();
  const seen = endWatch(context.getExecutionId());
  const state = await watch(joinStates(stored.state, seen, nowMs), taskIds, nowMs);
  // Whoever watched it is gone, or called it from another process, and may have seen an end.
  const isNewsLost = stored.sleeps > 0 && seen === undefined;
  return isNewsLost ? lookAtAll(state, nowMs) : state;
}

const lookAtDue = async (state: WaitState, settings: WaitSettings, world: WaitWorld) =>
  await lookUntilDone(state, settings, world, world.nowMs());

/** Waits in the execution to the end, and says afterwards why. */
async function stayAwake(
  context: IExecuteFunctions,
  state: WaitState,
  reason: string | undefined,
  { settings }: Wait,
  world: WaitWorld,
): Promise<WaitState> {
  const ended = await lookUntilDone(state, settings, world);
  if (reason !== undefined)
    context.addExecutionHints?.({
      type: 'info',
      location: 'outputPane',
      message: `This execution kept running while it waited, because ${reason}. A restart of n8n would have ended it, but not the video tasks.`,
    });
  return ended;
}
