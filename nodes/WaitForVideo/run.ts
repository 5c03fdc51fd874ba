import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns, mapConcurrently } from '../concurrency/mapItems';
import { failEveryItem } from '../outcomes/failEveryItem';
import { describeNoTask } from '../look/describeFailure';
import { connectPorts } from '../look/Poll';
import { taskOutcome } from '../look/decideNext';
import { readTimeoutMs } from '../n8n/execution';
import { isToolCall } from '../n8n/howItRuns';
import { mostAtOnce } from '../pace/Pace';
import { openForm } from '../parameters/openForm';
import { choiceOf } from '../parameters/readValue';
import { giveOut } from '../results/giveOut';
import { readRunOptions } from '../results/waitOptions';
import {
  toRowOutcome,
  type RowOutcome,
  type TaskOutcome,
  type WaitItem,
} from '../results/rowOutcome';
import { waitForVideos } from '../results/waitForVideos';
import { connectService } from '../service/connectService';
import { beginVisit } from '../sleep/beginVisit';
import { readBefore } from '../sleep/waitAsleep';
import { findStop, readItems } from './readItems';

const readOperation = choiceOf(['wait', 'getStatus']);

/** One run of the node, or one visit where it has slept. */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  return await failEveryItem(
    context,
    () => undefined,
    async () => {
      if ((await beginVisit(context)) === 'end') return [[]];
      const form = openForm(context);
      const operation = await form.field('operation', 'Operation', 'wait', readOperation);
      const items = await findItems(context);
      const options = await readRunOptions(form, isToolCall(context), readTimeoutMs(context));
      const stop = findStop(form.problems, items, !context.continueOnFail());
      if (stop !== undefined) throw stop;
      const outcomes =
        operation === 'getStatus'
          ? await getStatus(context, items)
          : await waitForVideos(context, items, options, true);
      if (outcomes === undefined) return [[]];
      return [await giveOut(context, outcomes, options.shape)];
    },
  );
}

/**
 * The items as the first visit of this pass read them: thousands of expressions take n8n seconds, and
 * may come to something else.
 */
async function findItems(context: IExecuteFunctions): Promise<WaitItem[]> {
  const before = readBefore(context) as WaitItem[] | undefined;
  if (before !== undefined) return before;
  return await readItems(context.getInputData(), (itemIndex) =>
    context.getNodeParameter('taskId', itemIndex, ''),
  );
}

/**
 * Looks once at the task of each item. A task that failed, or is not finished, is an answer like any
 * other; only one that could not be read is a failure.
 */
async function getStatus(context: IExecuteFunctions, items: WaitItem[]): Promise<RowOutcome[]> {
  const taskIds = [...new Set(items.flatMap(({ taskId }) => taskId ?? []))];
  const service = taskIds.length > 0 ? await connectService(context) : undefined;
  const { ask, signal } = connectPorts(context, service);
  const found = new Map<string, TaskOutcome>();
  await mapConcurrently(taskIds, mostAtOnce, async (taskId) => {
    const answer = await ask(taskId, signal);
    found.set(
      taskId,
      answer.kind === 'task'
        ? { task: answer.task, own: { finished: taskOutcome(answer.task) !== undefined } }
        : { failure: describeNoTask(taskId, answer) },
    );
  });
  return await mapInTurns(items, (item) => toRowOutcome(item, (taskId) => found.get(taskId)!));
}
