import type { IDataObject } from 'n8n-workflow';
import { nameValue, readNumber, readSwitch } from '../../parameters/readValue';
import { defaults, numberRules } from './numberRules';

type NumberSetting = keyof typeof numberRules;

/** How one item is sent. */
export interface ItemSettings {
  preview: boolean;
  timeoutMs: number;
  /** Time that may be spent waiting for a busy service, in ms. */
  busyBudgetMs: number;
  resendUnknown: boolean;
}

/** What holds for all items together. */
export interface RunSettings {
  concurrency: number;
  /** Infinity without a limit. */
  maxVideos: number;
  /** Infinity without a limit. */
  maxVideosPerDay: number;
}

/** Takes down one sentence about a setting that is wrong. */
type Report = (problem: string) => void;

/** An option that is not there has its default; one that is there must hold something sensible. */
function numberOf(options: IDataObject, name: NumberSetting, report: Report): number {
  if (!Object.hasOwn(options, name)) return defaults[name];
  const read = readNumber(options[name], numberRules[name]);
  if (read.problem !== undefined) report(read.problem);
  return read.value ?? defaults[name];
}

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
    timeoutMs: numberOf(options, 'timeoutSeconds', report) * 1000,
    busyBudgetMs: numberOf(options, 'busySeconds', report) * 1000,
    resendUnknown: switchOf(options, 'resendUnknown', 'Send Again When Unknown', report),
  };
}

/**
 * Reads what holds for the whole run. An expression could give each row a value of its own; which
 * of them counts would be a guess about money, so that is refused.
 *
 * @param options - of each item that could be read
 */
export function readRunSettings(options: readonly IDataObject[], report: Report): RunSettings {
  const [first = {}] = options;
  for (const name of ['concurrency', 'maxVideos', 'maxVideosPerDay'] as const) {
    const other = options.find((each) => !Object.is(each[name], first[name]));
    if (other !== undefined)
      report(
        `${numberRules[name].label} must be the same for all rows, but it is ${nameValue(first[name])} in one row and ${nameValue(other[name])} in another.`,
      );
  }
  return {
    concurrency: numberOf(first, 'concurrency', report),
    maxVideos: numberOf(first, 'maxVideos', report),
    maxVideosPerDay: numberOf(first, 'maxVideosPerDay', report),
  };
}
