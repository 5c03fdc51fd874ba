import type { IExecuteFunctions } from 'n8n-workflow';
import type { yielder } from '../concurrency/inTurns';
import { lookAtDue, lookUntilDone, type WaitPorts } from '../look/lookUntilDone';
import type { WaitSettings } from '../look/settings';
import { joinStates, lookAtAll, onlyOpen, openTasks, type WaitState } from '../look/WaitState';
import { packList } from '../restart/packList';
import type { Place } from '../restart/Sleepers';
import { aloneTimerMs, firstTimerMs, graceAfterTimerMs, listedTimerMs } from '../restart/timers';
import { assignWatcher } from './assignWatcher';
import { Execution, newSleep } from './Execution';
import { sleepers, watcher } from './processState';
import type { StoredWait } from './sleepRecord';
import { decide, lookedTable } from './table';
import { describeSleep } from './tellSleep';
import { whyAwake } from './whyAwake';
import { mayBeReadAwake } from './wokenTwice';

export interface Wait {
  taskIds: string[];
  settings: WaitSettings;
  /** The user wants the execution to keep running instead of going to sleep. */
  stayAwake: boolean;
  /** Plain JSON that later visits are to find again (see `readBefore`). */
  read?: unknown;
  /** Lets others have their turn when the visit has taken long. */
  yieldNow: ReturnType<typeof yielder>;
  /** Adds the tasks that are not watched yet, each with its time limit. */
  watch(state: WaitState, taskIds: string[], nowMs: number): Promise<WaitState>;
}

/** What one visit of the node came to. */
export type Visit =
  /** All tasks have ended. */
  | { kind: 'ended'; state: WaitState }
  /** The execution is put to sleep; what the node returns now is only shown. */
  | { kind: 'asleep'; state: WaitState; untilMs: number };

/** What an earlier visit of the same pass has read, while anything is waited for. */
export const readBefore = (context: IExecuteFunctions): unknown =>
  new Execution(context).readWait(Date.now()).read;

/**
 * Waits for tasks: looks at those that are due, and puts the execution to sleep while some are
 * open. Where it cannot sleep, or shall not, it waits in the execution and says so in a hint.
 *
 * @throws the cancel signal's reason when the execution is stopped while it is awake
 */
export async function waitAsleep(
  context: IExecuteFunctions,
  ports: WaitPorts,
  wait: Wait,
): Promise<Visit> {
  const { settings, stayAwake } = wait;
  const execution = new Execution(context);
  const stored = { ...execution.readWait(ports.nowMs()), read: wait.read };

  const known = await joinWhatWasSeen(execution, stored, wait, ports);
  const state = await lookAtDue(known, settings, ports);
  await wait.yieldNow();

  const reason = whyAwake(context);
  const step = decide(lookedTable, {
    isAllEnded: openTasks(state).length === 0,
    staysAwake: stayAwake || reason !== undefined,
    mayBeReadAwake: false,
  });
  const asleep =
    step === 'sleep' ? await fallAsleep(context, execution, ports, wait, stored, state) : reason;
  if (typeof asleep === 'number') return { kind: 'asleep', state, untilMs: asleep };

  const ended = step === 'finish' ? state : await lookUntilDone(state, settings, ports);
  if (step !== 'finish' && !stayAwake)
    execution.hint(
      `This execution kept running while it waited, because ${asleep}. A restart of n8n would have ended it, but not the video tasks.`,
    );
  execution.endWait(stored, ended);
  return { kind: 'ended', state: ended };
}

/** The wait as it is known now: what was stored, and what the watcher saw since. */
async function joinWhatWasSeen(
  execution: Execution,
  stored: StoredWait,
  { taskIds, watch }: Wait,
  ports: WaitPorts,
): Promise<WaitState> {
  const nowMs = ports.nowMs();
  const seen = watcher.release(execution.id);
  const state = await watch(joinStates(stored.state, seen, nowMs), taskIds, nowMs);
  // Whoever watched it is gone, or called it from another process, and may have seen an end.
  const isNewsLost = stored.sleeps > 0 && seen === undefined;
  return isNewsLost ? lookAtAll(state, nowMs) : state;
}

/**
 * Puts the execution to sleep, and has it watched over.
 *
 * @returns when n8n's timer wakes it, in ms since the epoch; or why it does not sleep, in words that
 *   go after "because"
 */
async function fallAsleep(
  context: IExecuteFunctions,
  execution: Execution,
  ports: WaitPorts,
  { taskIds, settings, yieldNow }: Wait,
  stored: StoredWait,
  state: WaitState,
): Promise<number | string> {
  const { id: executionId, record } = execution;
  const assigned = await assignWatcher(context, ports.nowMs());
  if (typeof assigned === 'string') return assigned;
  const { addresses, caller } = assigned;
  const place: Place =
    execution.process === 'main'
      ? await sleepers.takePlace(executionId, addresses, caller)
      : { kind: 'alone' };
  await yieldNow();
  // Finding a place takes a second or more, in which a timer may have come near.
  const isNear = mayBeReadAwake(record.timersMs, ports.nowMs());
  const looked = { isAllEnded: false, staysAwake: false, mayBeReadAwake: isNear };
  if (decide(lookedTable, looked) !== 'sleep') {
    sleepers.leave(executionId);
    return 'n8n might have woken it twice';
  }

  const untilMs = wakeAtMs(state, ports, place);
  const openOnes = onlyOpen(state);
  await yieldNow();
  execution.storeWait({ ...stored, state, sleeps: stored.sleeps + 1 });
  execution.noteTasks(taskIds);
  const sleep = {
    ...newSleep(ports.nowMs(), addresses),
    ...(place.kind === 'first' && { others: packList(place.others) }),
  };
  const timers = { earlierMs: record.timersMs, untilMs };
  const isPutToSleep = await execution.sleep(sleep, timers, (isAsleep) => {
    if (isAsleep) {
      sleepers.noteStored(executionId, addresses, place, untilMs - ports.nowMs());
      watcher.noteStored(executionId);
    } else {
      sleepers.leave(executionId);
      watcher.release(executionId);
    }
  });
  if (!isPutToSleep) {
    sleepers.leave(executionId);
    return 'n8n refused to let it sleep';
  }
  execution.hint(describeSleep(state, ports.nowMs(), untilMs, execution.timeZone));
  await yieldNow();
  const forgetAtMs = untilMs + graceAfterTimerMs;
  assigned.watchOver({ executionId, state: openOnes, settings, forgetAtMs });
  await yieldNow();
  return untilMs;
}

function wakeAtMs(state: WaitState, ports: WaitPorts, { kind }: Place): number {
  if (kind === 'first') return firstTimerMs(state, ports);
  return kind === 'listed' ? listedTimerMs(ports) : aloneTimerMs(state, ports);
}
