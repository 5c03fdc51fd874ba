import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failEveryItem } from '../errors/failEveryItem';
import { connectPorts } from '../look/lookUntilDone';
import { isToolCall } from '../n8n/toolCall';
import { openForm } from '../parameters/openForm';
import { readChoice } from '../parameters/readValue';
import { giveOut } from '../results/giveOut';
import { readWishes } from '../results/readWishes';
import type { Ending } from '../results/toEnding';
import { waitForVideos } from '../results/waitForVideos';
import type { WaitItem } from '../results/WaitItem';
import { connectService } from '../service/connectService';
import { beginVisit } from '../sleep/beginVisit';
import { readBefore } from '../sleep/waitAsleep';
import { lookOnce } from './getStatus';
import { findStop, readItems } from './readItems';

export { answerResumeCall } from '../callback/answerResumeCall';

/** One run of the node, or one visit where it has slept. */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  return await failEveryItem(context, 'unknown', async () => {
    if (!(await beginVisit(context))) return [[]];
    const form = openForm(context);
    const operation = await form.field('operation', 'Operation', 'wait', (value, label) =>
      readChoice(value, label, ['wait', 'getStatus']),
    );
    const items = await findItems(context);
    const wishes = await readWishes(form, isToolCall(context));
    const stop = findStop(form.problems, items, !context.continueOnFail());
    if (stop !== undefined) throw stop;
    const endings =
      operation === 'getStatus'
        ? await getStatus(context, items)
        : await waitForVideos(context, items, wishes, true);
    if (endings === undefined) return [[]];
    return [await giveOut(context, items, endings, wishes.shape)];
  });
}

/**
 * The items as the first visit of this pass read them: thousands of expressions take n8n seconds, and
 * may come to something else.
 */
async function findItems(context: IExecuteFunctions): Promise<WaitItem[]> {
  const before = readBefore(context) as WaitItem[] | undefined;
  if (before !== undefined) return before;
  return await readItems(context.getInputData(), (itemIndex) => {
    // A row whose file name can't be read fails on its own.
    context.getNodeParameter('options.fileName', itemIndex, '');
    return context.getNodeParameter('taskId', itemIndex, '');
  });
}

/** The task of each item as it is now. */
async function getStatus(context: IExecuteFunctions, items: WaitItem[]): Promise<Ending[]> {
  const hasTask = items.some(({ taskId }) => taskId !== undefined);
  const service = hasTask ? await connectService(context) : undefined;
  return await lookOnce(items, connectPorts(context, service));
}
