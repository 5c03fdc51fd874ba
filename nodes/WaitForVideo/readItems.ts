import type { IExecuteFunctions } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { toFailure } from '../errors/failEveryItem';
import { toNodeError } from '../errors/raise';
import { readWishes, type Wishes } from '../results/readWishes';
import type { WaitItem } from '../results/WaitItem';
import { readTaskIdField } from './readTaskIdField';

const nothingAsked = 'Nothing was sent, and nothing was charged.';
const mostRowsNamed = 5;

/** Reads the task ID of every item. Asks nobody. */
export async function readItems(context: IExecuteFunctions): Promise<WaitItem[]> {
  return await mapInTurns(context.getInputData(), (_, itemIndex) => {
    try {
      return readItem(context, itemIndex);
    } catch (error) {
      const failure = toFailure(error, 'unknown');
      const message = `Row ${itemIndex + 1} has a problem: ${failure.message}`;
      return { itemIndex, failure: { ...failure, message } };
    }
  });
}

function readItem(context: IExecuteFunctions, itemIndex: number): WaitItem {
  const { value, problem } = readTaskIdField(context.getNodeParameter('taskId', itemIndex, ''));
  // A row whose options cannot be read fails on its own.
  context.getNodeParameter('options', itemIndex, {});
  if (problem === undefined) return { itemIndex, taskId: value };
  return {
    itemIndex,
    failure: {
      reason: 'invalidInput',
      paid: 'unknown',
      message: `Row ${itemIndex + 1}: ${problem}`,
      description: `${nothingAsked} Set Task ID to the ID that Create Video returned, for example {{ $json.id }}.`,
    },
  };
}

/**
 * Reads how to wait, and stops before anything is asked where that makes no sense, or where an item
 * names no task and the node is not to go on.
 *
 * @throws the failure that names every field whose value makes no sense
 */
export async function readSettings(context: IExecuteFunctions, items: WaitItem[]): Promise<Wishes> {
  const { wishes, problems } = await readWishes(context);
  const badItems = context.continueOnFail() ? [] : describeBadItems(items);
  const message = [...problems, ...badItems].join(' ');
  if (problems.length > 0)
    throw toNodeError(context.getNode(), {
      message,
      description: `${nothingAsked} Fix this, then open this execution under Executions and choose Retry with currently saved workflow, so that no video is ordered again.`,
      reason: 'invalidInput',
      paid: 'unknown',
    });
  const first = items.find(({ failure }) => failure !== undefined);
  if (badItems.length > 0 && first?.failure !== undefined)
    throw toNodeError(context.getNode(), { ...first.failure, message }, first.itemIndex);
  return wishes;
}

/** What is wrong with these items, as far as a person wants to read it. */
function describeBadItems(items: WaitItem[]): string[] {
  const said = items.flatMap(({ failure }) => failure?.message ?? []);
  const left = said.length - mostRowsNamed;
  if (left <= 0) return said;
  const others = left === 1 ? 'row has a problem' : 'rows have problems';
  return [...said.slice(0, mostRowsNamed), `${left} more ${others} like these.`];
}
