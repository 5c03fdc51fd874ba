import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { pollUntilDone } from '../../waiting/pollUntilDone';
import { watchTasks, type WaitState } from '../../waiting/watch';
import { connectWorld } from '../connectWorld';
import { readItems, readSettings, stopOnBadItems, type WaitItem } from '../readParameters';
import { isFailure, outputWithVideos } from '../toOutput';
import { refuseSuspension } from './refuseSuspension';
import { readWait, storeWait, withoutTasks } from './storedWait';

// A callback may come a moment before the service's own records say the same.
const intervalsAfterCallback = 1.5;

// n8n looks for due executions once a minute; what wakes earlier was woken by a callback.
const earlyWakeMs = 5_000;

// Executions that were suspended together wake apart.
const checkInJitter = 0.1;

/**
 * Suspend mode: one visit of many. Asks for the open tasks, and then either lets the items go or
 * suspends the execution. n8n wakes it by sending the same items out of "Check Again" and so into
 * the node again, after its timer, a callback or a restart.
 *
 * @returns the items for "Check Again" and for "Finished"
 */
export async function waitSuspended(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const { settings, suspension, ...wishes } = readSettings(context);
  const items = readItems(context);
  stopOnBadItems(context, items);
  refuseSuspension(context);

  const world = await connectWorld(context);
  const nowMs = world.nowMs();
  const stored = readWait(context);
  const taskIds = items.flatMap(({ taskId }) => taskId ?? []);
  const isFirstVisit = taskIds.some((taskId) => !Object.hasOwn(stored.state.tasks, taskId));
  const wokenEarly = nowMs < stored.resumeAtMs - earlyWakeMs;
  const stayAwakeMs = isFirstVisit
    ? suspension.stayAwakeMs
    : wokenEarly
      ? settings.intervalMs * intervalsAfterCallback
      : 0;

  const start = watchTasks(stored.state, taskIds, nowMs, settings.timeoutMs);
  const state = await pollUntilDone(start, settings, world, nowMs + stayAwakeMs);
  const isOpen = ({ taskId }: WaitItem) =>
    taskId !== undefined && state.tasks[taskId]?.outcome === undefined;
  const letGo = async (leaving: WaitItem[]) => {
    storeWait(context, withoutTasks(state, idsOf(leaving)), 0);
    return await outputWithVideos(context, world, leaving, state, { ...wishes, settings });
  };

  if (!items.some(isOpen)) return [[], await letGo(items)];

  if (suspension.release === 'asTheyCome') {
    // A failure that is to stop the node waits for the others, as it does without suspension.
    const mayGo = (item: WaitItem) =>
      !isOpen(item) && (context.continueOnFail() || !isFailure(item, state, wishes.options));
    const leaving = items.filter(mayGo);
    if (leaving.length > 0) {
      const staying = items.filter((item) => !mayGo(item));
      return [staying.map(passOn(context)), await letGo(leaving)];
    }
  }

  const resumeAtMs = wakeTime(state, world.nowMs(), suspension.checkInMs, world.random());
  storeWait(context, state, resumeAtMs);
  await context.putExecutionToWait(new Date(resumeAtMs));
  return [context.getInputData()];
}

function wakeTime(state: WaitState, nowMs: number, checkInMs: number, chance: number): number {
  const open = Object.values(state.tasks).filter(({ outcome }) => outcome === undefined);
  const deadlineAtMs = Math.min(...open.map((watch) => watch.deadlineAtMs));
  const checkInAtMs = nowMs + checkInMs * (1 + checkInJitter * chance);
  return Math.min(Math.max(checkInAtMs, state.pausedUntilMs), deadlineAtMs);
}

const idsOf = (items: WaitItem[]) => new Set(items.flatMap(({ taskId }) => taskId ?? []));

const passOn =
  (context: IExecuteFunctions) =>
  ({ itemIndex }: WaitItem): INodeExecutionData => ({
    ...context.getInputData()[itemIndex]!,
    pairedItem: { item: itemIndex },
  });
