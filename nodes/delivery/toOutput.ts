import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Failure, Paid, Row } from '../errors/Failure';
import { toErrorItem, toNodeError } from '../errors/raise';
import { keepApart } from '../tasks/keepApart';
import { taskJson } from '../tasks/taskJson';
import { describeFailure, paidFor, waitedSeconds } from '../waiting/describeFailure';
import type { TaskWatch, WaitState } from '../waiting/watch';
import type { WaitWorld } from '../waiting/pollUntilDone';
import { addRows } from './addRows';
import { fetchVideos, type Video } from './fetchVideos';
import type { WaitOptions, Wishes } from './readParameters';
import type { WaitItem } from './WaitItem';

/** What became of one input item: data to pass on, or a failure. */
type Ending = {
  itemIndex: number;
  output?: Omit<INodeExecutionData, 'pairedItem'>;
  failure?: Failure;
};

/** Downloaded files by task id, and the field they go to. */
interface Videos {
  byTask: Map<string, Video>;
  field: string;
}

/** The output items, with their files when those are wanted. */
export async function outputWithVideos(
  context: IExecuteFunctions,
  world: WaitWorld,
  items: WaitItem[],
  ended: WaitState,
  { settings, options, download }: Wishes,
): Promise<INodeExecutionData[]> {
  if (download === undefined) return toOutput(context, items, ended, options);
  const taskIds = new Set(items.flatMap(({ taskId }) => taskId ?? []));
  const limits = { ...download, concurrency: settings.concurrency };
  const { videos, state } = await fetchVideos(context, world, ended, taskIds, limits);
  return toOutput(context, items, state, options, { byTask: videos, field: download.field });
}

/** Whether an item that has ended is one for the error branch. */
export function isFailure(item: WaitItem, state: WaitState, options: WaitOptions): boolean {
  return endingOf(item, state, options).failure !== undefined;
}

/**
 * Makes the output items, in the order of the input.
 *
 * @throws the first failure when the node is to stop on errors
 */
function toOutput(
  context: IExecuteFunctions,
  items: WaitItem[],
  state: WaitState,
  options: WaitOptions,
  videos?: Videos,
): INodeExecutionData[] {
  const endings = items.map((item) => endingOf(item, state, options, videos));
  const first = endings.find(({ failure }) => failure !== undefined);
  if (first?.failure !== undefined && !context.continueOnFail())
    throw toNodeError(
      context.getNode(),
      addRows(context, first.failure, first.itemIndex, endings.map(toRow)),
      first.itemIndex,
    );
  return endings.map(({ itemIndex, output, failure }) =>
    failure === undefined
      ? { json: {}, ...output, pairedItem: { item: itemIndex } }
      : toErrorItem(failure, itemIndex),
  );
}

function endingOf(item: WaitItem, state: WaitState, options: WaitOptions, videos?: Videos): Ending {
  const { itemIndex, taskId } = item;
  if (taskId === undefined) return { itemIndex, failure: item.failure };
  const watch = state.tasks[taskId];
  if (watch?.outcome === undefined) throw new Error(`The wait for task ${taskId} has not ended`);

  const json = waitJson(taskId, watch);
  if (watch.outcome === 'completed') {
    const video = videos?.byTask.get(taskId);
    if (video?.failure !== undefined) return { itemIndex, failure: video.failure };
    const binary = video && videos && { [videos.field]: video.binary };
    return { itemIndex, output: { json, ...(binary && { binary }) } };
  }
  const choice = watch.outcome === 'timedOut' ? options.onTimeout : options.onTaskFailure;
  if (choice === 'output') return { itemIndex, output: { json } };
  return { itemIndex, failure: describeFailure(watch.outcome, taskId, watch) };
}

/** The task, and how the wait for it went. */
function waitJson(taskId: string, watch: TaskWatch): IDataObject {
  const { id, ...told } = taskJson(taskId, watch.task);
  const own = {
    paid: paidFor(watch),
    outcome: watch.outcome,
    timedOut: watch.outcome === 'timedOut',
    polls: watch.polls,
    waitedSeconds: waitedSeconds(watch),
  };
  return { id, ...keepApart(told, own) };
}

function toRow({ itemIndex, output, failure }: Ending): Row {
  const { paid, taskId, reason, videoUrl } =
    failure ?? readRow((output?.json ?? {}) as IDataObject);
  return {
    row: itemIndex + 1,
    paid,
    ...(taskId !== undefined && { taskId }),
    ...(reason !== undefined && { reason }),
    ...(videoUrl !== undefined && { videoUrl }),
  };
}

/** Reads back what `waitJson` wrote. */
function readRow({ id, paid, outcome, videoUrl }: IDataObject) {
  const reason = outcome === 'completed' ? undefined : (outcome as string);
  return {
    paid: paid as Paid,
    taskId: id as string,
    reason,
    videoUrl: videoUrl as string | undefined,
  };
}
