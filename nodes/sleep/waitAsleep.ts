import type { IExecuteFunctions } from 'n8n-workflow';
import { yielder } from '../concurrency/inTurns';
import { lookAtDue, lookUntilDone, type WaitPorts } from '../look/lookUntilDone';
import type { WaitSettings } from '../look/settings';
import {
  joinStates,
  lookAtAll,
  onlyOpen,
  openTasks,
  startWait,
  type WaitState,
} from '../look/WaitState';
import { graceAfterTimerMs, mayBeReadAwake, timerMsOf } from '../restart/timers';
import { assignWakers, type Wakers } from './assignWakers';
import { noteInCustomData } from './customData';
import { Execution } from './Execution';
import { leaveRosters, processMark, rosterOf, watcher } from './processState';
import { decide, lookTable } from './table';
import { describeSleep } from './tellSleep';
import { whyAwake } from './whyAwake';

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
  watch(state: WaitState, taskIds: string[], nowMs: number): Promise<WaitState>;
}

/** What an earlier visit of the same pass has read, while anything is waited for. */
export const readBefore = (context: IExecuteFunctions): unknown =>
  new Execution(context).readWait(Date.now()).read;

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
  const execution = new Execution(context);
  // Each step may take a moment where there are thousands of tasks.
  const yieldNow = yielder();
  const known = await joinWhatWasSeen(execution, wait, ports);
  const state = await lookAtDue(known, settings, ports);
  await yieldNow();

  const isAllEnded = openTasks(state).length === 0;
  const wakers =
    isAllEnded || stayAwake
      ? undefined
      : (whyAwake(context) ?? (await assignWakers(context, execution.sleeper, ports.nowMs())));
  await yieldNow();
  const step = decide(lookTable, {
    isAllEnded,
    staysAwake: stayAwake || typeof wakers === 'string',
    // Asking n8n for its address takes a moment, in which a timer may have come near.
    mayBeReadAwake: mayBeReadAwake(execution.record.timersMs, ports.nowMs()),
  });
  let why = typeof wakers === 'string' ? wakers : 'n8n might have woken it twice';
  if (step === 'sleep') {
    if (await fallAsleep(context, ports, wait, state, wakers as Wakers)) return undefined;
    why = 'n8n refused to let it sleep';
  }
  leaveRosters(execution.id);

  const ended = step === 'finish' ? state : await lookUntilDone(state, settings, ports);
  if (step !== 'finish' && !stayAwake)
    hint(
      context,
      `This execution kept running while it waited, because ${why}. A restart of n8n would have ended it, but not the video tasks.`,
    );
  // n8n loses count of its tries when an execution sleeps: their time limits go on.
  const mayRunOnceMore = context.getNode().retryOnFail === true;
  execution.storeWait({ state: mayRunOnceMore ? ended : startWait(), isOver: true });
  return ended;
}

/** The wait as it is known now: what was stored, and what the watcher saw since. */
async function joinWhatWasSeen(
  execution: Execution,
  { taskIds, watch }: Wait,
  ports: WaitPorts,
): Promise<WaitState> {
  const nowMs = ports.nowMs();
  const stored = execution.readWait(nowMs);
  const seen = watcher.release(execution.id);
  const state = await watch(joinStates(stored.state, seen, nowMs), taskIds, nowMs);
  // Whoever watched it is gone, or called it from another process, and may have seen an end.
  const isNewsLost = stored.hasSlept && seen === undefined;
  return isNewsLost ? lookAtAll(state, nowMs) : state;
}

/**
 * Puts the execution to sleep, and has it watched over.
 *
 * @returns whether it sleeps
 */
async function fallAsleep(
  context: IExecuteFunctions,
  ports: WaitPorts,
  { taskIds, settings, read, tell }: Wait,
  state: WaitState,
  { requester, kind, sealed }: Wakers,
): Promise<boolean> {
  const execution = new Execution(context);
  const { sleeper, record } = execution;
  const untilMs = timerMsOf[kind](state, ports);
  execution.storeWait({ state, read });
  noteInCustomData(context, taskIds);
  const sleep = {
    ...execution.newSleep(ports.nowMs()),
    ...(sealed !== undefined && { list: { process: processMark, sealed } }),
  };
  const openOnes = onlyOpen(state);
  const timers = { earlierMs: record.timersMs, untilMs };
  const isPutToSleep = await execution.sleep(sleep, timers, (isAsleep) => {
    if (!isAsleep) return leaveRosters(execution.id);
    const { account, callN8n } = requester;
    if (kind !== 'alone') rosterOf(account).noteStored(sleeper, untilMs - ports.nowMs(), callN8n);
    const forgetAtMs = untilMs + graceAfterTimerMs;
    watcher.watch({ ...sleeper, state: openOnes, settings, forgetAtMs }, requester);
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
