import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { breather } from '../concurrency/inTurns';
import { connectWorld } from '../look/connectWorld';
import { showSleep } from '../sleep/tellSleep';
import { readBefore } from '../sleep/storedWait';
import { waitAsleep } from '../sleep/waitAsleep';
import { findCreatedTasks } from '../tasks/createdTasks';
import { waitForTasks } from '../look/startWait';
import { expectCreated, expectSoon } from './expectCreated';
import { fetchVideos } from './fetchVideos';
import type { Wishes } from './readParameters';
import { timeLimits } from './readTimeLimit';
import { toPairedItems } from './toPairedItems';
import { keyOf, type Stop, type WaitItem } from './WaitItem';

/** What one visit of a waiting node came to. */
export interface Delivery {
  /** Whether nothing is waited for any more. */
  isLast: boolean;
  /**
   * Makes the output items, in the order of the input.
   *
   * @throws the first failure when the node is to stop on errors
   */
  output(): Promise<INodeExecutionData[]>;
}

/**
 * One visit of a waiting node: waits for the tasks of all items side by side, and fetches the files
 * that are wanted.
 *
 * @param items - one per input item
 * @param also.stop - what the node fails with in the end, whatever becomes of the tasks
 * @param also.isReadOnce - whether later visits are to find the items again by `findItems`
 * @throws what keeps the node from waiting, or from waiting on
 */
export async function waitForVideos(
  context: IExecuteFunctions,
  items: WaitItem[],
  wishes: Wishes,
  { stop, isReadOnce }: { stop?: Stop | undefined; isReadOnce?: boolean } = {},
): Promise<Delivery> {
  const { settings, stayAwake, download, shape } = wishes;
  const breathe = breather();
  const taskIds = items.flatMap((item) => keyOf(item) ?? []);
  const world = await connectWorld(context, taskIds);
  await breathe();
  const limits = timeLimits(items);
  const created = findCreatedTasks(context);
  await breathe();
  const visit = await waitAsleep(context, world, {
    taskIds,
    settings,
    stayAwake,
    ...(isReadOnce && { read: items }),
    breathe,
    async watch(state, taskIds, nowMs) {
      const watched = waitForTasks(state, taskIds, nowMs, limits);
      const { random } = world;
      await breathe();
      const known = expectSoon(watched, created, { nowMs, settings, random });
      await breathe();
      const expected = expectCreated(known, items);
      await breathe();
      return expected;
    },
  });
  if (visit.kind === 'asleep')
    return { isLast: false, output: () => showSleep(items, visit.state, visit.untilMs) };

  const ending = stop === undefined ? {} : { stop };
  const isLast = true;
  if (download === undefined)
    return {
      isLast,
      output: () => toPairedItems(context, items, visit.state, { ...ending, shape }),
    };
  const keys = new Set(taskIds);
  const { videos, state } = await fetchVideos(context, world, visit.state, keys);
  const files = { videos, field: download.field };
  return {
    isLast,
    output: () => toPairedItems(context, items, state, { ...ending, shape }, files),
  };
}

/**
 * The items as the first visit of this pass read them: thousands of expressions take n8n seconds, and
 * may come to something else.
 */
export const findItems = (context: IExecuteFunctions): WaitItem[] | undefined =>
  readBefore(context) as WaitItem[] | undefined;
