import type { IExecuteFunctions } from 'n8n-workflow';
import { lookAtDue, lookUntilDone, type WaitWorld } from '../look/lookUntilDone';
import { joinStates, lookAtAll, openTasks, type WaitState } from '../look/WaitState';
import { assignWatcher } from './assignWatcher';
import { fallAsleep, findPlace } from './fallAsleep';
import { sleepers, watchers } from './here';
import { findStackPlace } from './putToSleep';
import { readSleepRecord } from './sleepRecord';
import { endWait, readStoredWait, type StoredWait } from './storedWait';
import { decide, lookedTable } from './table';
import { whyAwake } from './whyAwake';
import { mayBeReadAwake } from './wokenTwice';
import type { Wait } from './Wait';

/** What one visit of the node came to. */
export type Visit =
  /** All tasks have ended. */
  | { kind: 'ended'; state: WaitState }
  /** The execution is put to sleep; what the node returns now is only shown. */
  | { kind: 'asleep'; state: WaitState; untilMs: number };

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
  const { settings, stayAwake, breathe } = wait;
  const nowMs = world.nowMs();
  const stack = findStackPlace(context);
  const stored = { ...readStoredWait(context, nowMs), read: wait.read };
  const { timersMs } = readSleepRecord(context);

  const known = await joinWhatWasSeen(context, stored, wait, world);
  const state = await lookAtDue(known, settings, world);
  await breathe();

  const finish = (all: WaitState): Visit => {
    endWait(context, stored, all);
    return { kind: 'ended', state: all };
  };
  const stay = async (why: string | undefined) =>
    finish(await lookToTheEnd(context, state, stayAwake ? undefined : why, wait, world));

  const reason =
    whyAwake(context) ??
    (stack === undefined ? 'this version of n8n works differently inside' : undefined);
  const looked = {
    isAllEnded: openTasks(state).length === 0,
    staysAwake: stayAwake || reason !== undefined,
    mayBeReadAwake: false,
  };
  const step = decide(lookedTable, looked);
  if (step === 'finish') return finish(state);
  if (step === 'stay') return await stay(reason);

  const watcher = await assignWatcher(context, nowMs);
  if (typeof watcher === 'string') return await stay(watcher);
  const place = await findPlace(context, watcher);
  await breathe();
  // Finding a place takes a second or more, in which a timer may have come near.
  const isNear = mayBeReadAwake(timersMs, world.nowMs());
  if (decide(lookedTable, { ...looked, mayBeReadAwake: isNear }) !== 'sleep') {
    sleepers.leave(context.getExecutionId());
    return await stay('n8n might have woken it twice');
  }

  const plan = { stack: stack!, place, watcher, stored, timersMs };
  const untilMs = await fallAsleep(context, world, state, wait, plan);
  if (untilMs === undefined) return await stay('n8n refused to let it sleep');
  await breathe();
  return { kind: 'asleep', state, untilMs };
}

/** The wait as it is known now: what was stored, and what the watcher saw since. */
async function joinWhatWasSeen(
  context: IExecuteFunctions,
  stored: StoredWait,
  { taskIds, watch }: Wait,
  world: WaitWorld,
): Promise<WaitState> {
  const nowMs = world.nowMs();
  const seen = watchers.release(context.getExecutionId());
  const state = await watch(joinStates(stored.state, seen, nowMs), taskIds, nowMs);
  // Whoever watched it is gone, or called it from another process, and may have seen an end.
  const isNewsLost = stored.sleeps > 0 && seen === undefined;
  return isNewsLost ? lookAtAll(state, nowMs) : state;
}

/** Waits in the execution to the end, and says afterwards why. */
async function lookToTheEnd(
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
