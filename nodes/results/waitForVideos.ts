import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { breather, mapInTurns } from '../concurrency/inTurns';
import { toNodeError } from '../errors/raise';
import { warnOfMemory } from '../n8n/files';
import { openFileWorld } from '../service/download/n8nFiles';
import { connectWorld } from '../look/connectWorld';
import { describeFailure, waitedSeconds } from '../look/describeFailure';
import { expectCreated, waitForTasks, type Creation } from '../look/startWait';
import type { TaskWait } from '../look/WaitState';
import { readBefore } from '../sleep/storedWait';
import { waitAsleep } from '../sleep/waitAsleep';
import { addRows } from './addRows';
import { buildItems } from './buildItems';
import { fetchVideos, type Video } from './fetchVideos';
import type { Wishes } from './readWishes';
import { toEnding, toRow, type Ending, type TaskEnding } from './toEnding';
import type { WaitItem } from './WaitItem';

/** What one visit of a waiting node came to. */
export type Visit =
  /** The execution sleeps; the node gives nothing out. */
  | { kind: 'asleep' }
  /** What came of each item. */
  | { kind: 'ended'; endings: Ending[] };

/**
 * One visit of a waiting node: waits for the tasks of all items side by side, and fetches the files
 * that are wanted.
 *
 * @param items - one per input item
 * @param isReadOnce - whether later visits are to find the items again by `findItems`
 * @throws what keeps the node from waiting, or from waiting on
 */
export async function waitForVideos(
  context: IExecuteFunctions,
  items: WaitItem[],
  { settings, stayAwake, download }: Wishes,
  isReadOnce = false,
): Promise<Visit> {
  const breathe = breather();
  const taskIds = items.flatMap(({ taskId }) => taskId ?? []);
  const world = await connectWorld(context, taskIds);
  const visit = await waitAsleep(context, world, {
    taskIds,
    settings,
    stayAwake,
    ...(isReadOnce && { read: items }),
    breathe,
    async watch(state, taskIds, nowMs) {
      const watched = waitForTasks(state, taskIds, nowMs, settings.timeoutMs);
      await breathe();
      const expected = expectCreated(watched, creationsOf(items), nowMs, settings.intervalMs);
      await breathe();
      return expected;
    },
  });
  if (visit.kind === 'asleep') return { kind: 'asleep' };
  let { state } = visit;
  let videos = new Map<string, Video>();
  if (download && taskIds.length > 0) {
    const files = await openFileWorld(context, world.baseUrl);
    ({ videos, state } = await fetchVideos(world, files, state, taskIds));
    const fetched = [...videos.values()].flatMap(({ file }) => file ?? []);
    warnOfMemory(context, fetched);
  }
  const endingOf = (taskId: string) => readTask(taskId, state.tasks[taskId], videos.get(taskId));
  const endings = await mapInTurns(items, (item) => toEnding(item, endingOf));
  return { kind: 'ended', endings };
}

function creationsOf(items: readonly WaitItem[]): ReadonlyMap<string, Creation> {
  const created = items.flatMap(({ taskId, created: task, createdAtMs: atMs }) =>
    taskId === undefined || task === undefined || atMs === undefined
      ? []
      : ([[taskId, { task, atMs }]] as const),
  );
  return new Map(created);
}

/** What came of a task that was waited for. */
function readTask(
  taskId: string,
  taskWait: TaskWait | undefined,
  video: Video | undefined,
): TaskEnding {
  if (taskWait?.outcome === undefined) throw new Error(`The wait for task ${taskId} hasn’t ended`);
  const { outcome, polls, task } = taskWait;
  if (outcome !== 'completed') return { failure: describeFailure(outcome, taskId, taskWait) };
  if (video?.failure !== undefined) return { failure: video.failure };
  const own = { outcome, polls, waitedSeconds: waitedSeconds(taskWait) };
  return { task, own, ...(video !== undefined && { file: video.file }) };
}

/**
 * Gives out what came of each item, in the order of the input.
 *
 * @throws the first failure, when the node is to stop on errors
 */
export async function giveOut(
  context: IExecuteFunctions,
  items: readonly WaitItem[],
  endings: readonly Ending[],
  { shape }: Pick<Wishes, 'shape'>,
): Promise<INodeExecutionData[]> {
  const first = endings.find(({ failure }) => failure !== undefined);
  if (first?.failure === undefined || context.continueOnFail())
    return await buildItems(context, endings, shape);
  const { failure, itemIndex } = first;
  const rows = items.map((item, at) => toRow(item, endings[at]!));
  const told = addRows(failure, itemIndex, rows);
  throw toNodeError(context.getNode(), told, itemIndex);
}

/**
 * The items as the first visit of this pass read them: thousands of expressions take n8n seconds, and
 * may come to something else.
 */
export const findItems = (context: IExecuteFunctions): WaitItem[] | undefined =>
  readBefore(context) as WaitItem[] | undefined;
