import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import { mapInTurns } from '../concurrency/inTurns';
import { buildItems } from '../results/buildItems';
import { toEnding, type TaskEnding } from '../results/toEnding';
import type { Failure } from '../errors/Failure';
import { toNodeError } from '../errors/raise';
import { mostAtOnce } from '../pace/Limit';
import { connectWorld } from '../look/connectWorld';
import type { TaskAnswer } from '../look/TaskAnswer';
import { outcomeOf } from '../look/observe';
import { lookTimeoutMs } from '../look/settings';
import { describeLook } from './describeLook';
import { readItems, readSettings } from './readItems';

/**
 * The operation "Get Status": looks once at the task of each item. A task that failed, or is not
 * finished, is an answer like any other; only one that could not be read is a failure.
 *
 * @throws the first failure when the node is to stop on errors
 */
export async function getStatus(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = await readItems(context);
  const { shape } = await readSettings(context, items);
  const taskIds = [...new Set(items.flatMap(({ taskId }) => taskId ?? []))];
  const world = await connectWorld(context, taskIds);
  const answers = new Map<string, TaskAnswer>();
  await mapConcurrently(taskIds, mostAtOnce, async (taskId) => {
    answers.set(taskId, await world.ask(taskId, lookTimeoutMs, world.signal));
  });

  const endingOf = (taskId: string) => readLook(taskId, answers.get(taskId)!);
  const endings = await mapInTurns(items, (item) => toEnding(item, endingOf));
  const failed = endings.filter(({ failure }) => failure !== undefined);
  const [first] = failed;
  if (first?.failure === undefined || context.continueOnFail())
    return await buildItems(context, endings, shape);
  const failure = stopWith(first.failure, first.itemIndex, failed.length, endings.length);
  throw toNodeError(context.getNode(), failure, first.itemIndex);
}

/** What a look at a task brought, or why it could not be read. */
function readLook(taskId: string, answer: TaskAnswer): TaskEnding {
  if (answer.kind !== 'task') return { failure: describeLook(taskId, answer) };
  return { task: answer.task, own: { finished: outcomeOf(answer.task) !== undefined } };
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
