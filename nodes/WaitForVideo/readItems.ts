import type { IExecuteFunctions } from 'n8n-workflow';
import type { Failure } from '../errors/Failure';
import { toFailure } from '../errors/failEveryItem';
import { toNodeError } from '../errors/raise';
import { hasExpression } from '../parameters/readForRun';
import { readNumber } from '../parameters/readNumber';
import type { Read } from '../parameters/read';
import { defaultSettings } from '../waiting/settings';
import { readTaskId } from './readTaskId';

const yearMinutes = 365 * 24 * 60;
const defaultTimeLimitMinutes = defaultSettings.timeoutMs / 60_000;

export const nothingAsked = 'Nothing was asked of the service, and nothing was charged.';

/** An input item: the task it names and how long to wait for it, or what is wrong with it. */
export type WaitItem =
  | { itemIndex: number; taskId: string; timeoutMs: number; failure?: undefined }
  | { itemIndex: number; taskId?: undefined; timeoutMs?: undefined; failure: Failure };

/** Whether the time limit is the same for every item, because no expression makes it. */
export function hasOneTimeLimit(context: IExecuteFunctions): boolean {
  return !hasExpression(context.getNode().parameters.timeLimitMinutes);
}

/** The time limit of one item, in minutes. */
export function readTimeLimit(context: IExecuteFunctions, itemIndex: number): Read<number> {
  const minutes: unknown = context.getNodeParameter(
    'timeLimitMinutes',
    itemIndex,
    defaultTimeLimitMinutes,
  );
  return readNumber(minutes, { label: 'Time Limit', least: 0, most: yearMinutes });
}

/** Reads the task id and the time limit of every item. Asks nobody. */
export function readItems(context: IExecuteFunctions): WaitItem[] {
  const ofAll = hasOneTimeLimit(context) ? readTimeLimit(context, 0) : undefined;

  const readItem = (itemIndex: number): WaitItem => {
    const id = readTaskId(context.getNodeParameter('taskId', itemIndex, ''));
    const limit = ofAll ?? readTimeLimit(context, itemIndex);
    // A bad limit for all rows is told once, with the other settings.
    const limitProblem = ofAll === undefined ? limit.problem : undefined;
    if (id.problem === undefined && limitProblem === undefined)
      return { itemIndex, taskId: id.value, timeoutMs: (limit.value ?? 0) * 60_000 };
    const next =
      id.problem === undefined
        ? 'Correct the field and run the node again.'
        : 'Set Task ID to the id that Create Video returned, for example {{ $json.id }}.';
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
  return context.getInputData().map((_, itemIndex) => {
    try {
      return readItem(itemIndex);
    } catch (error) {
      const failure = toFailure(error, 'unknown');
      return {
        itemIndex,
        failure: {
          ...failure,
          message: `Row ${itemIndex + 1} cannot be read: ${failure.message}`,
          description: `${nothingAsked} ${failure.description}`.trim(),
        },
      };
    }
  });
}

const mostRowsNamed = 5;

/** Stops before anything is asked when an item names no task and the node is not to go on. */
export function stopOnBadItems(context: IExecuteFunctions, items: WaitItem[]): void {
  const first = items.find(({ failure }) => failure !== undefined);
  if (first?.failure === undefined || context.continueOnFail()) return;
  const message = describeBadItems(items).join(' ');
  throw toNodeError(context.getNode(), { ...first.failure, message }, first.itemIndex);
}

/** What is wrong with these items, as far as a person wants to read it. */
export function describeBadItems(items: WaitItem[]): string[] {
  const said = items.flatMap(({ failure }) => failure?.message ?? []);
  const left = said.length - mostRowsNamed;
  if (left <= 0) return said;
  const others = left === 1 ? 'row has a problem' : 'rows have problems';
  return [...said.slice(0, mostRowsNamed), `${left} more ${others} like these.`];
}
