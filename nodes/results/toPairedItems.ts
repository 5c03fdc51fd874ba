import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import type { Failure, Paid, Row } from '../errors/Failure';
import { toErrorItem, toNodeError } from '../errors/raise';
import { keepApart, taskJson } from '../tasks/taskJson';
import { describeFailure, paidFor, waitedSeconds } from '../look/describeFailure';
import type { TaskWait, WaitState } from '../look/WaitState';
import { addRows } from './addRows';
import { nameFile } from './nameFile';
import { shapeJson, type Shape } from './outputShape';
import type { Video } from './fetchVideos';
import { keyOf, type Stop, type WaitItem } from './WaitItem';

/** What became of one input item: data to pass on, or a failure. */
type Ending = {
  itemIndex: number;
  output?: { json: IDataObject; binary?: Record<string, IBinaryData> };
  failure?: Failure;
  /** Whether it is what was asked to be shown, and no task. */
  isShown?: true;
};

/** Downloaded files by the key of their task, and the field they go to. */
interface Videos {
  videos: Map<string, Video>;
  field: string;
}

/**
 * Makes the output items, in the order of the input.
 *
 * @param wish.stop - what the node fails with, where that is known before
 * @throws that, or the first failure, when the node is to stop on errors
 */
export async function toPairedItems(
  context: IExecuteFunctions,
  items: WaitItem[],
  state: WaitState,
  { stop, shape }: { stop?: Stop; shape?: Shape } = {},
  videos?: Videos,
): Promise<INodeExecutionData[]> {
  const endings = await mapInTurns(items, (item) => endingOf(item, state, videos));
  const first = endings.find(({ failure }) => failure !== undefined);
  if (first?.failure !== undefined && !context.continueOnFail()) {
    const { failure, itemIndex } = stop ?? { failure: first.failure, itemIndex: first.itemIndex };
    const told = addRows(context, failure, itemIndex, endings.map(toRow), stop === undefined);
    throw toNodeError(context.getNode(), told, itemIndex);
  }
  return await mapInTurns(endings, ({ itemIndex, output, failure, isShown }) => {
    if (failure !== undefined) return toErrorItem(failure, itemIndex);
    const { json = {}, binary } = output ?? {};
    const isWhole = shape === undefined || isShown === true;
    return {
      json: isWhole ? json : shapeJson(context, json, itemIndex, shape),
      ...(binary && { binary: nameFiles(context, binary, itemIndex) }),
      pairedItem: { item: itemIndex },
    };
  });
}

const nameFiles = (
  context: IExecuteFunctions,
  binary: Record<string, IBinaryData>,
  itemIndex: number,
) =>
  Object.fromEntries(
    Object.entries(binary).map(([field, file]) => [field, nameFile(context, file, itemIndex)]),
  );

function endingOf(item: WaitItem, state: WaitState, videos?: Videos): Ending {
  const { itemIndex, taskId, label } = item;
  const { orderedBefore } = item;
  const own = { ...(label !== undefined && { label }), ...(orderedBefore && { orderedBefore }) };
  if (item.failure !== undefined) return { itemIndex, failure: { ...item.failure, ...own } };
  if (taskId === undefined) return { itemIndex, output: { json: item.shown }, isShown: true };
  const key = keyOf(item)!;
  const taskWait = state.tasks[key];
  if (taskWait?.outcome === undefined) throw new Error(`The wait for task ${taskId} hasn’t ended`);

  const json = waitJson(taskId, taskWait, own);
  if (taskWait.outcome === 'completed') {
    const video = videos?.videos.get(key);
    if (video?.failure !== undefined) return { itemIndex, failure: { ...video.failure, ...own } };
    const binary = video && videos && { [videos.field]: video.binary };
    return { itemIndex, output: { json, ...(binary && { binary }) } };
  }
  const failure = describeFailure(taskWait.outcome, taskId, taskWait);
  return { itemIndex, failure: { ...failure, ...own } };
}

/** The task, and how the wait for it went. */
function waitJson(taskId: string, taskWait: TaskWait, ofRow: IDataObject): IDataObject {
  const { id, ...told } = taskJson(taskId, taskWait.task);
  const own = {
    paid: paidFor(taskWait),
    outcome: taskWait.outcome,
    timedOut: taskWait.outcome === 'timedOut',
    polls: taskWait.polls,
    waitedSeconds: waitedSeconds(taskWait),
    ...ofRow,
  };
  return { id, ...keepApart(told, own) };
}

function toRow({ itemIndex, output, failure }: Ending): Row {
  const { paid, taskId, reason, videoUrl, label } = failure ?? readRow(output?.json ?? {});
  return {
    row: itemIndex + 1,
    ...(label !== undefined && { label }),
    paid,
    ...(taskId !== undefined && { taskId }),
    ...(reason !== undefined && { reason }),
    ...(videoUrl !== undefined && { videoUrl }),
  };
}

/** Reads back what `waitJson` wrote; an item that is only shown has no outcome. */
function readRow({ id, paid, outcome = 'notSent', videoUrl, label }: IDataObject) {
  const reason = outcome === 'completed' ? undefined : (outcome as string);
  return {
    paid: paid as Paid,
    taskId: id as string | undefined,
    label: label as string | undefined,
    reason,
    videoUrl: videoUrl as string | undefined,
  };
}
