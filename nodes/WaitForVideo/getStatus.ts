import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import { mapInTurns } from '../concurrency/inTurns';
import { readSettings } from '../results/readParameters';
import { shapeJson } from '../results/outputShape';
import type { WaitItem } from '../results/WaitItem';
import type { Failure } from '../errors/Failure';
import { toErrorItem, toNodeError } from '../errors/raise';
import { mostAtOnce } from '../pace/Limit';
import { connectWorld } from '../look/connectWorld';
import { keepApart, taskJson } from '../tasks/taskJson';
import type { TaskAnswer } from '../look/TaskAnswer';
import { paidFor } from '../look/describeFailure';
import { outcomeOf } from '../look/observe';
import { lookTimeoutMs } from '../look/settings';
import { describeLook } from './describeLook';
import { readItems, stopOnBadItems } from './readItems';

/**
 * The operation "Get Status": looks once at the task of each item. A task that failed, or is not
 * finished, is an answer like any other; only one that could not be read is a failure.
 *
 * @throws the first failure when the node is to stop on errors
 */
export async function getStatus(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = await readItems(context);
  const { shape } = await readSettings(context, items);
  stopOnBadItems(context, items);
  const taskIds = [...new Set(items.flatMap(({ taskId }) => taskId ?? []))];
  const world = await connectWorld(context, taskIds);
  const answers = new Map<string, TaskAnswer>();
  await mapConcurrently(taskIds, mostAtOnce, async (taskId) => {
    answers.set(taskId, await world.ask(taskId, lookTimeoutMs, world.signal, 'lastLook'));
  });

  const looks = await mapInTurns(items, (item) => readLook(item, answers.get(item.taskId ?? '')));
  const failed = looks.filter(({ failure }) => failure !== undefined);
  const [first] = failed;
  if (first?.failure !== undefined && !context.continueOnFail())
    throw toNodeError(
      context.getNode(),
      stopWith(first.failure, first.itemIndex, failed.length, looks.length),
      first.itemIndex,
    );
  return looks.map(({ itemIndex, json, failure }) =>
    failure === undefined
      ? { json: shapeJson(context, json ?? {}, itemIndex, shape), pairedItem: { item: itemIndex } }
      : toErrorItem(failure, itemIndex),
  );
}

/** What one item comes to: data, or why its task could not be read. */
interface Look {
  itemIndex: number;
  json?: INodeExecutionData['json'];
  failure?: Failure;
}

function readLook({ itemIndex, taskId, failure }: WaitItem, answer: TaskAnswer | undefined): Look {
  if (taskId === undefined || answer === undefined)
    return { itemIndex, ...(failure && { failure }) };
  if (answer.kind !== 'task') return { itemIndex, failure: describeLook(taskId, answer) };
  const { id, ...told } = taskJson(taskId, answer.task);
  const own = { paid: paidFor(answer), finished: outcomeOf(answer.task) !== undefined };
  return { itemIndex, json: { id, ...keepApart(told, own) } };
}

function stopWith(failure: Failure, itemIndex: number, failed: number, total: number): Failure {
  if (total === 1) return failure;
  const told = `${failed} of ${total} rows have no status. To get the others, choose an On Error setting that continues.`;
  const { message, description } = failure;
  return {
    ...failure,
    message: message.startsWith('Row ') ? message : `Row ${itemIndex + 1}: ${message}`,
    description: `${description} ${told}`,
  };
}
