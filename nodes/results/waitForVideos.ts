import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { breather } from '../concurrency/inTurns';
import { isInLoop, isInOldOrder } from '../n8n/howItRuns';
import type { SleepChoices } from '../sleep/choices';
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
import { isFailure, toPairedItems } from './toPairedItems';
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
  const { settings, download, shape } = wishes;
  // In a loop, each part that leaves would go round by itself, beside the others. In n8n's old order,
  // it would wait behind this node for the rest, and be lost with an error of those.
  const isHeldTogether =
    wishes.choices.release === 'asTheyCome' && (isInLoop(context) || isInOldOrder(context));
  const choices: SleepChoices = isHeldTogether
    ? { ...wishes.choices, release: 'together' }
    : wishes.choices;
  const breathe = breather();
  const taskIds = items.flatMap((item) => keyOf(item) ?? []);
  const world = await connectWorld(context, taskIds);
  await breathe();
  const limits = timeLimits(items);
  const itemsOf = groupByTask(items);
  await breathe();
  const created = findCreatedTasks(context);
  await breathe();
  const visit = await waitAsleep(context, world, {
    taskIds,
    settings,
    choices,
    ...(isReadOnce && { read: items }),
    breathe,
    async watch(state, taskIds, nowMs) {
      const watched = waitForTasks(state, taskIds, nowMs, limits);
      await breathe();
      const known = expectSoon(watched, created, nowMs, settings);
      await breathe();
      const expected = expectCreated(known, items);
      await breathe();
      return expected;
    },
    // A failure that is to stop the node waits for the others.
    mayLeave: (key, state) =>
      context.continueOnFail() || !itemsOf(key).some((item) => isFailure(item, state)),
  });
  if (visit.kind === 'asleep')
    return { isLast: false, output: () => showSleep(items, visit.state, visit.untilMs) };

  const isLast = visit.kind === 'ended';
  if (isHeldTogether)
    context.addExecutionHints?.({
      type: 'info',
      location: 'outputPane',
      message:
        'The items left together. As They Come needs a workflow with the execution order "v1" (in its settings), and doesn’t work inside a loop.',
    });
  const ending = isLast && stop !== undefined ? { stop } : {};
  // Items without a task leave with the last.
  const leaving = items.filter((item) => {
    const key = keyOf(item);
    return key === undefined ? isLast : visit.leaving.has(key);
  });
  if (download === undefined)
    return {
      isLast,
      output: () => toPairedItems(context, leaving, visit.state, { ...ending, shape }),
    };
  const keys = new Set(leaving.flatMap((item) => keyOf(item) ?? []));
  const { videos, state } = await fetchVideos(context, world, visit.state, keys);
  const { field } = download;
  const files = { videos, field };
  return {
    isLast,
    output: () => toPairedItems(context, leaving, state, { ...ending, shape }, files),
  };
}

/**
 * The items as the first visit of this pass read them: thousands of expressions take n8n seconds, and
 * may come to something else.
 */
export const findItems = (context: IExecuteFunctions): WaitItem[] | undefined =>
  readBefore(context) as WaitItem[] | undefined;

/** The items that name a task, found without looking at all. */
function groupByTask(items: WaitItem[]): (key: string) => WaitItem[] {
  const groups = new Map<string, WaitItem[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return (key) => groups.get(key) ?? [];
}
