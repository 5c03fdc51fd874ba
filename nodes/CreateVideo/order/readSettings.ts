import type { IDataObject } from 'n8n-workflow';
import { readChoice, readNumber, readSwitch } from '../../parameters/readValue';
import { limitPeriods, limitRule, type SpendingLimit } from './SpendingLimit';

/** How one item is sent. */
export interface ItemSettings {
  preview: boolean;
}

/** What holds for all items together. */
export interface RunSettings {
  /** Absent without a limit. */
  limit?: SpendingLimit;
}

/** Takes down one sentence about a setting that is wrong. */
type Report = (problem: string) => void;

function switchOf(options: IDataObject, name: string, label: string, report: Report): boolean {
  if (!Object.hasOwn(options, name)) return false;
  const read = readSwitch(options[name], label);
  if (read.problem !== undefined) report(read.problem);
  return read.value ?? false;
}

/** Reads how one item is sent, from its options collection. */
export function readItemSettings(options: IDataObject, report: Report): ItemSettings {
  return {
    preview: switchOf(options, 'preview', 'Preview Only', report),
  };
}

/**
 * Reads what holds for the whole run. An expression could give each row a value of its own; which
 * of them counts would be a guess about money, so that is refused.
 *
 * @param options - of each item that could be read
 */
export function readRunSettings(options: readonly IDataObject[], report: Report): RunSettings {
  const [first, ...others] = options.map(limitOf);
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    report('Spending Limit must be the same for all rows, but it is not.');
  if (first === undefined) return {};
  const videos = readNumber(first.videos, limitRule);
  const per = readChoice(first.per, 'Spending Limit, Per', limitPeriods);
  if (videos.problem !== undefined) report(videos.problem);
  if (per.problem !== undefined) report(per.problem);
  const isRead = videos.value !== undefined && per.value !== undefined;
  return isRead ? { limit: { videos: videos.value, per: per.value } } : {};
}

/** The limit as the form holds it; undefined where the option was not added, or has nothing in it. */
function limitOf({ spendingLimit }: IDataObject): IDataObject | undefined {
  const { limit } = Object(spendingLimit) as { limit?: IDataObject };
  return limit;
}
