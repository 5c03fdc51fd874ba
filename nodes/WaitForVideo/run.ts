import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns, mapConcurrently } from '../concurrency/mapItems';
import { failEveryItem, toFailure } from '../outcomes/failEveryItem';
import { describeNoTask } from '../look/describeFailure';
import { connectPorts } from '../look/Poll';
import { taskOutcome } from '../look/decideNext';
import { readTimeoutMs } from '../n8n/execution';
import { isToolCall } from '../n8n/howItRuns';
import { mostAtOnce } from '../pace/Pace';
import {
  openForm,
  choiceOf,
  findUnfilled,
  nameValue,
  readList,
  type Read,
} from '../parameters/readValue';
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
import { FailureError, failureFor } from '../outcomes/Failure';
import { notes } from '../outcomes/money';
import { describeStop } from '../results/summarize';
import { taskIdProblem } from '../tasks/readRecord';

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

/** What stands behind an ID in notes and errors of ours, and is no part of it. */
const ofRow = / \(row \d+(?:: [^()]*)?\)(?:: .*?(?= \S{1,512} \(row \d|$))?/gm;

/**
 * Reads the task IDs of every row: one, or a list of them in lines, with commas or as an array.
 *
 * @param read - resolves the field for a row; what it throws is a failure of this row alone
 * @returns an item for each ID, in the order of the rows
 */
export async function readItems(
  rows: readonly unknown[],
  read: (itemIndex: number) => unknown,
): Promise<WaitItem[]> {
  const items = await mapInTurns(rows, (_, itemIndex): WaitItem[] => {
    try {
      const ids = readList(read(itemIndex), (text) => text.replace(ofRow, '\n').split(/[\n,]/));
      return (ids.length === 0 ? [''] : ids).map((id) => {
        const { value, problem } = readTaskId(id);
        if (problem === undefined) return { itemIndex, taskId: value };
        return { itemIndex, failure: failureFor('badTaskId', { paid: undefined }, { problem }) };
      });
    } catch (error) {
      return [{ itemIndex, failure: toFailure(error) }];
    }
  });
  return items.flat();
}

/**
 * Reads the ID of a task as forms and expressions deliver it. An ID that does not arrive exactly as
 * the service gave it is refused, because the question would be about another task.
 */
export function readTaskId(value: unknown): Read<string> {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0
      ? { value: String(value) }
      : { problem: `Task ID can’t be read exactly from the number ${value}. Pass the ID as text.` };
  if (typeof value !== 'string' && value !== undefined && value !== null)
    return { problem: `Task ID must be text, but it is ${nameValue(value)}.` };
  const taskId = (value ?? '').trim();
  // One that comes along when text is copied, and that nobody sees.
  const hidden = /\p{Cf}/u.test(taskId) ? 'contains a character that nobody can see' : undefined;
  const odd = taskIdProblem(taskId) ?? hidden;
  const problem = odd === undefined ? findUnfilled(taskId) : `${odd}.`;
  return problem === undefined ? { value: taskId } : { problem: `Task ID ${problem}` };
}

/**
 * Why nothing is asked at all: fields whose values make no sense, or rows that name no task where the
 * node is to stop on errors.
 *
 * @param problems - what is wrong with fields of the whole run, in whole sentences
 */
export function findStop(
  problems: readonly string[],
  items: readonly WaitItem[],
  stopOnFailure: boolean,
): FailureError | undefined {
  const wrong = items.filter(({ failure }) => stopOnFailure && failure !== undefined);
  const outcomes = wrong.map((item) => toRowOutcome(item, () => ({})));
  const stop = describeStop(outcomes, items.length);
  if (problems.length === 0) return stop;
  const all = [...problems, stop?.message].filter(Boolean).join(' ');
  const said = { paid: undefined, step: notes.fixAndRetry };
  return new FailureError(failureFor('invalidInput', said, { problems: all }));
}
