import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { hasExpression } from '../parameters/readForRun';
import { readNumber } from '../parameters/readNumber';
import type { Read } from '../parameters/read';
import { defaultSettings } from '../waiting/settings';

const yearMinutes = 365 * 24 * 60;
const defaultTimeLimitMinutes = defaultSettings.timeoutMs / 60_000;

/** Whether the time limit is the same for every item, because no expression makes it. */
export function hasOneTimeLimit(context: IExecuteFunctions): boolean {
  return !hasExpression(context.getNode().parameters.options);
}

/** The time limit of one item, in minutes. */
export function readTimeLimit(context: IExecuteFunctions, itemIndex: number): Read<number> {
  const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
  // One that is there and empty is a mistake.
  const minutes = Object.hasOwn(options, 'timeLimitMinutes')
    ? options.timeLimitMinutes
    : defaultTimeLimitMinutes;
  return readNumber(minutes, { label: 'Time Limit (Minutes)', least: 0, most: yearMinutes });
}
