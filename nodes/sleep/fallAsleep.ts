import type { IExecuteFunctions } from 'n8n-workflow';
import type { WaitWorld } from '../look/lookUntilDone';
import { onlyOpen, type WaitState } from '../look/WaitState';
import { instanceTypeOf } from '../n8n/execution';
import { packList } from '../restart/packList';
import type { Place } from '../restart/Sleepers';
import { aloneTimerMs, firstTimerMs, graceAfterTimerMs, listedTimerMs } from '../restart/timers';
import type { AssignedWatcher } from './assignWatcher';
import { noteInCustomData } from './customData';
import { sleepers, watchers } from './here';
import type { StackPlace } from './putToSleep';
import { newSleep, startSleep } from './startSleep';
import { storeWait, type StoredWait } from './storedWait';
import { tellSleep } from './tellSleep';
import type { Wait } from './Wait';

/** What a sleep needs, once it is decided. */
export interface Plan {
  stack: StackPlace;
  place: Place;
  watcher: AssignedWatcher;
  stored: StoredWait;
  /** n8n's timers of earlier sleeps that may still go off. */
  timersMs: readonly number[];
}

/** Finds out who wakes the execution when its process is gone. */
export async function findPlace(
  context: IExecuteFunctions,
  { addresses, caller }: AssignedWatcher,
): Promise<Place> {
  if (instanceTypeOf(context) !== 'main') return { kind: 'alone' };
  return await sleepers.takePlace(context.getExecutionId(), addresses, caller);
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
  { taskIds, settings, breathe }: Wait,
  { stack, place, watcher, stored, timersMs }: Plan,
): Promise<number | undefined> {
  const executionId = context.getExecutionId();
  const untilMs = wakeAtMs(state, world, place);
  const openOnes = onlyOpen(state);
  await breathe();
  storeWait(context, { ...stored, state, sleeps: stored.sleeps + 1 });
  noteInCustomData(context, taskIds);
  const sleep = {
    ...newSleep(world.nowMs(), watcher.addresses),
    ...(place.kind === 'first' && { others: packList(place.others) }),
  };
  const onStored = (isAsleep: boolean) => {
    if (isAsleep) {
      sleepers.noteStored(executionId, watcher.addresses, place, untilMs - world.nowMs());
      watchers.noteStored(executionId);
    } else {
      sleepers.leave(executionId);
      watchers.release(executionId);
    }
  };
  if (!(await startSleep(context, stack, sleep, { earlierMs: timersMs, untilMs }, onStored))) {
    sleepers.leave(executionId);
    return undefined;
  }
  tellSleep(context, state, { nowMs: world.nowMs(), untilMs });
  await breathe();
  const forgetAtMs = untilMs + graceAfterTimerMs;
  watcher.watchOver({ executionId, state: openOnes, settings, forgetAtMs });
  return untilMs;
}

function wakeAtMs(state: WaitState, world: WaitWorld, { kind }: Place): number {
  if (kind === 'first') return firstTimerMs(state, world);
  return kind === 'listed' ? listedTimerMs(world) : aloneTimerMs(state, world);
}
