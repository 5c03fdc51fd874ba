import type { IExecuteFunctions } from 'n8n-workflow';
import { Poll, type WaitPorts } from '../look/Poll';
import {
  joinStates,
  lookAtAll,
  onlyOpen,
  startWait,
  type WaitSettings,
  type WaitState,
} from '../look/WaitState';
import { timerMsOf } from '../restart/timers';
import { assignWakers } from './assignWakers';
import { fallAsleep, newSleep, sleeperOf, whyNotAsleep } from './fallAsleep';
import { leaveRosters, rosterOf, watcher } from './processState';
import { readRecord, readWait, storeWait } from './stored';
import { describeSleep, hintAtOutput, noteInCustomData } from './tellSleep';

export interface Wait {
  taskIds: string[];
  settings: WaitSettings;
  /** The user wants the execution to keep running instead of sleeping. */
  stayAwake: boolean;
  /** Plain JSON for later visits; see {@link readBefore}. */
  read?: unknown;
  /** What a person reads meanwhile. */
  tell(state: WaitState): { summary: string; lines: string[] };
  /** Adds the tasks that aren't waited for yet, each with its time limit. */
  watch(state: WaitState, nowMs: number): WaitState;
}

/** What an earlier visit of the same pass has read, unless its wait is over. */
export const readBefore = (context: IExecuteFunctions): unknown =>
  readWait(context, Date.now()).read;

/**
 * Waits for tasks: looks at those that are due, and puts the execution to sleep while some are open.
 * Where it can't sleep, it waits in the execution and says why in a hint.
 *
 * @returns the wait, which is over; undefined when the execution sleeps: then all output is only shown
 * @throws the cancel signal's reason when the execution is stopped while it is awake
 */
export async function waitAsleep(
  context: IExecuteFunctions,
  ports: WaitPorts,
  wait: Wait,
): Promise<WaitState | undefined> {
  const { settings, stayAwake } = wait;
  const poll = new Poll(joinWhatWasSeen(context, wait, ports), settings.intervalMs, ports);
  await poll.lookAtDue();
  let why = poll.isOver || stayAwake ? undefined : await whyNotAsleep(context);
  if (!poll.isOver && !stayAwake && why === undefined) {
    if (await sleepUntilOver(context, ports, wait, poll.state)) return undefined;
    why = 'n8n refused to let it sleep';
  }
  leaveRosters(context.getExecutionId());
  await poll.run();
  if (why !== undefined)
    hintAtOutput(
      context,
      `This execution kept running while it waited, because ${why}. A restart of n8n would have ended it, but not the video tasks.`,
    );
  // A further try of "Retry On Fail" goes on with its time limits: n8n loses count of tries in a sleep.
  const mayRunOnceMore = context.getNode().retryOnFail === true;
  storeWait(context, { state: mayRunOnceMore ? poll.state : startWait(), isOver: true });
  return poll.state;
}

/** The wait as stored, with what the watcher has seen since. */
function joinWhatWasSeen(context: IExecuteFunctions, { watch }: Wait, ports: WaitPorts): WaitState {
  const nowMs = ports.nowMs();
  const { state } = readWait(context, nowMs);
  const seen = watcher.release(context.getExecutionId());
  // A watcher that is gone, or in another process, may have seen a task end: all are looked at.
  const known = seen ? joinStates(state, seen, nowMs) : lookAtAll(state, nowMs);
  return watch(known, nowMs);
}

/** Puts the execution to sleep, and has it watched. @returns whether it sleeps */
async function sleepUntilOver(
  context: IExecuteFunctions,
  ports: WaitPorts,
  { taskIds, settings: { intervalMs }, read, tell }: Wait,
  state: WaitState,
): Promise<boolean> {
  const { requester, kind, list } = await assignWakers(context, sleeperOf(context));
  storeWait(context, { state, read });
  noteInCustomData(context, taskIds);
  const sleep = { ...newSleep(), list };
  const untilMs = timerMsOf(kind, state, ports.nowMs());
  const open = onlyOpen(state);
  const { timersMs } = readRecord(context);
  const isPutToSleep = await fallAsleep(context, sleep, timersMs, untilMs, (sleeper) => {
    if (kind !== 'alone') rosterOf(requester.account).noteStored(sleeper, untilMs - ports.nowMs());
    watcher.watch(sleeper, open, intervalMs, requester);
  });
  if (!isPutToSleep) return false;
  const told = describeSleep(state, tell(state), ports.nowMs(), untilMs, context.getTimezone?.());
  hintAtOutput(context, told);
  return true;
}
