import type { IExecuteFunctions } from 'n8n-workflow';
import { instanceTypeOf } from '../n8n/howItRuns';
import type { OwnAddresses } from '../n8n/ownAddresses';
import { whenStored } from '../n8n/whenStored';
import type { WaitWorld } from '../look/lookUntilDone';
import type { WaitState } from '../look/WaitState';
import type { AssignedWatcher } from '../watch/assignWatcher';
import { noteInCustomData } from './customData';
import { roster, type Place } from '../restart/roster';
import { noteSleep } from '../call/knownSleeps';
import { packRoster } from '../restart/packRoster';
import { putToSleep, type StackPlace } from './putToSleep';
import { storeSleepRecord } from './sleepRecord';
import { storeWait, type StoredWait } from './storedWait';
import { tellSleep } from './tellSleep';
import { processMark } from '../restart/starting';
import { leafTimerMs, rootTimerMs, timerMs, graceAfterTimerMs } from '../restart/timer';
import type { Wait } from './Wait';
import { endWatch, noteStored } from '../watch/watchers';
import { keepTasks } from '../look/adjustWait';
import type { SleepingExecution } from '../watch/SleepingExecution';

/** What a sleep needs, once it is decided. */
export interface Bed {
  stack: StackPlace;
  place: Place;
  watcher: AssignedWatcher;
  stored: StoredWait;
  /** n8n's timers of earlier sleeps that may still go off. */
  timersMs: readonly number[];
}

/** Finds out who brings the execution home when its process is gone. */
export async function findPlace(
  context: IExecuteFunctions,
  watcher: AssignedWatcher,
): Promise<Place> {
  if (instanceTypeOf(context) !== 'main') return { kind: 'alone' };
  return await roster.takePlace(context.getExecutionId(), watcher.addresses, watcher.caller);
}

/**
 * Puts the execution to sleep, and has it watched over.
 *
 * @returns when n8n's timer wakes it, in ms since the epoch; undefined when n8n refuses
 */
export async function fallAsleep(
  context: IExecuteFunctions,
  world: WaitWorld,
  state: WaitState,
  wait: Wait,
  { stack, place, watcher, stored, timersMs }: Bed,
): Promise<number | undefined> {
  const { breathe } = wait;
  const executionId = context.getExecutionId();
  const untilMs = wakeAtMs(state, world, place);
  const sleeping = toSleepingExecution(context, state, wait, untilMs);
  await breathe();
  storeWait(context, { ...stored, state, sleeps: stored.sleeps + 1 });
  const id = `${world.random()}`;
  storeSleepRecord(context, {
    executionId,
    sleep: {
      id,
      sinceMs: world.nowMs(),
      process: processMark,
      addresses: watcher.addresses,
      ...(place.kind === 'root' && { roster: packRoster(place.lists) }),
    },
    timersMs: [...timersMs, untilMs],
  });
  noteInCustomData(context, wait.taskIds);
  noteSleep(executionId, id);
  if (!(await putToSleep(context, stack, untilMs))) {
    storeSleepRecord(context, { executionId, timersMs: [...timersMs] });
    roster.arrive(executionId);
    return undefined;
  }
  tellSleep(context, state, { nowMs: world.nowMs(), untilMs });
  await breathe();
  watcher.watchOver(sleeping);
  const onStored = (isAsleep: boolean) => {
    if (!isAsleep) {
      endWatch(executionId);
      roster.arrive(executionId);
      return;
    }
    roster.noteStored(executionId, watcher.addresses, place, untilMs - world.nowMs());
    noteStored(executionId);
  };
  whenStored(context, onStored);
  return untilMs;
}

function wakeAtMs(state: WaitState, world: WaitWorld, place: Place): number {
  switch (place.kind) {
    case 'root':
      return rootTimerMs(state, world);
    case 'leaf':
      return leafTimerMs(world);
    case 'alone':
      return timerMs(state, world);
  }
}

/** @param untilMs - when n8n's timer wakes the execution */
export function toSleepingExecution(
  context: IExecuteFunctions,
  state: WaitState,
  { settings }: Pick<Wait, 'settings'>,
  untilMs: number,
): Omit<SleepingExecution, keyof OwnAddresses> {
  return {
    executionId: context.getExecutionId(),
    state: keepTasks(state, (taskId) => state.tasks[taskId]?.outcome === undefined),
    settings,
    mayWakeElsewhere: instanceTypeOf(context) === 'worker',
    forgetAtMs: untilMs + graceAfterTimerMs,
  };
}
