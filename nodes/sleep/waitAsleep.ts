import type { IExecuteFunctions } from 'n8n-workflow';
import { Poll, type WaitPorts } from '../look/Poll';
import type { WaitSettings } from '../look/WaitState';
import { joinStates, lookAtAll, onlyOpen, startWait, type WaitState } from '../look/WaitState';
import { timerMsOf } from '../restart/timers';
import { assignWakers } from './assignWakers';
import { fallAsleep, newSleep, sleeperOf, whyNotAsleep } from './fallAsleep';
import { leaveRosters, rosterOf, watcher } from './processState';
import { readRecord, readWait, storeWait } from './stored';
import { describeSleep, noteInCustomData } from './tellSleep';

export interface Wait {
  taskIds: string[];
  settings: WaitSettings;
  /** The user wants the execution to keep running instead of going to sleep. */
  stayAwake: boolean;
  /** Plain JSON that later visits are to find again (see `readBefore`). */
  read?: unknown;
  /** What a person reads of it while it goes on. */
  tell(state: WaitState): { summary: string; lines: string[] };
  /** Adds the tasks that are not watched yet, each with its time limit. */
  watch(state: WaitState, nowMs: number): WaitState;
}

/** What an earlier visit of the same pass has read, while anything is waited for. */
export const readBefore = (context: IExecuteFunctions): unknown =>
  readWait(context, Date.now()).read;

/**
 * Waits for tasks: looks at those that are due, and puts the execution to sleep while some are
 * open. Where it cannot sleep, or shall not, it waits in the execution and says so in a hint.
 *
 * @returns the wait, which is over; undefined when the execution sleeps: what the node returns then
 *   is only shown
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
    hint(
      context,
      `This execution kept running while it waited, because ${why}. A restart of n8n would have ended it, but not the video tasks.`,
    );
  // n8n loses count of its tries when an execution sleeps: their time limits go on.
  const mayRunOnceMore = context.getNode().retryOnFail === true;
  storeWait(context, { state: mayRunOnceMore ? poll.state : startWait(), isOver: true });
  return poll.state;
}

/** The wait as it is known now: what was stored, and what the watcher saw since. */
function joinWhatWasSeen(context: IExecuteFunctions, { watch }: Wait, ports: WaitPorts): WaitState {
  const nowMs = ports.nowMs();
  const { state } = readWait(context, nowMs);
  const seen = watcher.release(context.getExecutionId());
  // Whoever watched it may be gone, or have called it from another process, and have seen an end.
  const known = seen ? joinStates(state, seen, nowMs) : lookAtAll(state, nowMs);
  return watch(known, nowMs);
}

/**
 * Puts the execution to sleep, and has it watched over.
 *
 * @returns whether it sleeps
 */
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
  const untilMs = timerMsOf(kind, state, ports);
  const open = onlyOpen(state);
  const { timersMs } = readRecord(context);
  const isPutToSleep = await fallAsleep(context, sleep, timersMs, untilMs, (sleeper) => {
    if (kind !== 'alone') rosterOf(requester.account).noteStored(sleeper, untilMs - ports.nowMs());
    watcher.watch(sleeper, open, intervalMs, requester);
  });
  if (isPutToSleep)
    hint(
      context,
      describeSleep(state, tell(state), ports.nowMs(), untilMs, context.getTimezone?.()),
    );
  return isPutToSleep;
}

/** Tells a person something above the output. */
const hint = (context: IExecuteFunctions, message: string): void =>
  context.addExecutionHints?.({ type: 'info', location: 'outputPane', message });
