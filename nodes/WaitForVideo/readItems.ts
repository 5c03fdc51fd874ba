import type { IExecuteFunctions } from 'n8n-workflow';
import { breather } from '../concurrency/inTurns';
import { hasOneTimeLimit, readTimeLimit } from '../results/readTimeLimit';
import { describeBadItems, nothingAsked, type WaitItem } from '../results/WaitItem';
import { toFailure } from '../errors/failEveryItem';
import { toNodeError } from '../errors/raise';
import { readTaskIdField } from './readTaskIdField';

/** Reads the task id and the time limit of every item. Asks nobody. */
export async function readItems(context: IExecuteFunctions): Promise<WaitItem[]> {
  const ofAll = hasOneTimeLimit(context) ? readTimeLimit(context, 0) : undefined;

  const readItem = (itemIndex: number): WaitItem => {
    const id = readTaskIdField(context.getNodeParameter('taskId', itemIndex, ''));
    const limit = ofAll ?? readTimeLimit(context, itemIndex);
    // A bad limit for all rows is told once, with the other settings.
    const limitProblem = ofAll === undefined ? limit.problem : undefined;
    if (id.problem === undefined && limitProblem === undefined)
      return { itemIndex, taskId: id.value, timeoutMs: (limit.value ?? 0) * 60_000 };
    const next =
      id.problem === undefined
        ? 'Correct the field and run the node again.'
        : 'Set Task ID to the ID that Create Video returned, for example {{ $json.id }}.';
    return {
      itemIndex,
      failure: {
        reason: 'invalidInput',
        paid: 'unknown',
        message: `Row ${itemIndex + 1}: ${[id.problem, limitProblem].filter(Boolean).join(' ')}`,
        description: `${nothingAsked} ${next}`,
      },
    };
  };
  const breathe = breather();
  const items: WaitItem[] = [];
  for (const itemIndex of context.getInputData().keys()) {
    await breathe();
    try {
      items.push(readItem(itemIndex));
    } catch (error) {
      const failure = toFailure(error, 'unknown');
      items.push({
        itemIndex,
        failure: {
          ...failure,
          message: `Row ${itemIndex + 1} has a problem: ${failure.message}`,
        },
      });
    }
  }
  return items;
}

/** Stops before anything is asked when an item names no task and the node is not to go on. */
export function stopOnBadItems(context: IExecuteFunctions, items: WaitItem[]): void {
  const first = items.find(({ failure }) => failure !== undefined);
  if (first?.failure === undefined || context.continueOnFail()) return;
  const message = describeBadItems(items).join(' ');
  throw toNodeError(context.getNode(), { ...first.failure, message }, first.itemIndex);
}
