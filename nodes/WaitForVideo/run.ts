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

/** Runs the node, anew after each sleep. */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  return await failEveryItem(
    context,
    () => undefined,
    async () => {
      if ((await beginVisit(context)) === 'end') return [[]];
      const form = openForm(context);
      const operation = await form.field('operation', 'Operation', 'wait', readOperation);
      // Thousands of expressions take n8n seconds and may give other IDs, so they are read only once.
      const read = (row: number) => context.getNodeParameter('taskId', row, '');
      const before = readBefore(context) as WaitItem[] | undefined;
      const items = before ?? (await readItems(context.getInputData(), read));
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

/** Looks once at the task of each item. Only one that can't be read is a failure here. */
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

/** What our notes and errors write behind an ID. */
const ofRow = / \(row \d+(?:: [^()]*)?\)(?:: .*?(?= \S{1,512} \(row \d|$))?/gm;

/**
 * Reads the task IDs of every row: one or several, in lines, with commas or as an array. A row that was
 * ordered before n8n started has none, and is no failure.
 *
 * @param read - resolves the field for a row; if it throws, only this row fails
 * @returns an item for each ID
 */
export async function readItems(
  rows: readonly Pick<INodeExecutionData, 'json'>[],
  read: (itemIndex: number) => unknown,
): Promise<WaitItem[]> {
  const items = await mapInTurns(rows, ({ json }, itemIndex): WaitItem[] => {
    try {
      const ids = readList(read(itemIndex), (text) => text.replace(ofRow, '\n').split(/[\n,]/));
      if (ids.length === 0 && json.orderedBefore === true)
        return [{ itemIndex, isFromBefore: true, orderKey: json.orderKey as string | undefined }];
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

/** Reads a task ID. One that may have lost digits or gained characters would name another task. */
export function readTaskId(value: unknown): Read<string> {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0
      ? { value: String(value) }
      : { problem: `Task ID can’t be read exactly from the number ${value}. Pass the ID as text.` };
  if (typeof value !== 'string' && value !== undefined && value !== null)
    return { problem: `Task ID must be text, but it is ${nameValue(value)}.` };
  const taskId = (value ?? '').trim();
  // Copied text may bring one along.
  const hidden = /\p{Cf}/u.test(taskId) ? 'contains a character that nobody can see' : undefined;
  const odd = taskIdProblem(taskId) ?? hidden;
  const problem = odd === undefined ? findUnfilled(taskId) : `${odd}.`;
  return problem === undefined ? { value: taskId } : { problem: `Task ID ${problem}` };
}

/**
 * Says why the service isn't asked at all: wrong fields, or rows without a task if the node stops on
 * errors.
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
