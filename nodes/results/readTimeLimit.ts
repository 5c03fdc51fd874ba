import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { hasExpression } from '../parameters/readForRun';
import { readNumber, type Read } from '../parameters/readValue';
import { defaultSettings } from '../look/settings';
import { keyOf, type WaitItem } from './WaitItem';

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

/**
 * How long to wait for each task of these items, in ms by the key of the task; one that several items name gets
 * the longest of their limits.
 */
export function timeLimits(items: readonly WaitItem[]): Map<string, number> {
  const limits = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined || item.timeoutMs === undefined) continue;
    limits.set(key, Math.max(item.timeoutMs, limits.get(key) ?? item.timeoutMs));
  }
  return limits;
}
