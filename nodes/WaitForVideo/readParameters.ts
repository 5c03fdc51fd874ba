import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { Failure } from '../errors/Failure';
import { toNodeError } from '../errors/raise';
import { defaultSettings, type WaitSettings } from '../waiting/settings';

export type OutcomeChoice = 'fail' | 'output';

export const defaultMaxFileMegabytes = 1000;

export interface WaitOptions {
  maxFileMegabytes?: number;
  intervalSeconds?: number;
  followProgress?: boolean;
  concurrency?: number;
  otherFinalStatuses?: string;
  onTaskFailure?: OutcomeChoice;
  onTimeout?: OutcomeChoice;
}

/** What the user wants of the wait and of its output. */
export interface Wishes {
  settings: WaitSettings;
  options: WaitOptions;
  /** Absent when no file is wanted. */
  download?: { field: string; maxBytes: number };
}

/** An input item: the task it names, or what is wrong with the name. */
export type WaitItem =
  | { itemIndex: number; taskId: string; failure?: undefined }
  | { itemIndex: number; taskId?: undefined; failure: Failure };

/** Reads the task id of every item. Asks nobody. */
export function readItems(context: IExecuteFunctions): WaitItem[] {
  return context.getInputData().map((_, itemIndex): WaitItem => {
    const value: unknown = context.getNodeParameter('taskId', itemIndex, '');
    const taskId = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
    if (taskId !== '' && !/^\.{1,2}$/.test(taskId)) return { itemIndex, taskId };
    const got = value === undefined || value === '' ? 'nothing' : JSON.stringify(value);
    return {
      itemIndex,
      failure: {
        reason: 'invalidInput',
        paid: 'unknown',
        message: `Expected Task ID to be the id of a task, got ${got}`,
        description:
          'Nothing was asked. Set Task ID to the id that Create Video returned, for example {{ $json.id }}.',
      },
    };
  });
}

/** Stops before anything is asked when an item names no task and the node is not to go on. */
export function stopOnBadItems(context: IExecuteFunctions, items: WaitItem[]): void {
  const bad = items.find(({ failure }) => failure !== undefined);
  if (bad?.failure !== undefined && !context.continueOnFail())
    throw toNodeError(context.getNode(), bad.failure, bad.itemIndex);
}

/**
 * Reads how to wait; one setting for all items, taken from the first.
 *
 * @throws NodeOperationError for a value that makes no sense
 */
export function readSettings(context: IExecuteFunctions): Wishes {
  const options = context.getNodeParameter('options', 0, {}) as WaitOptions;
  const atLeast = (label: string, value: unknown, least: number): number => {
    if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value;
    throw new NodeOperationError(
      context.getNode(),
      `Expected ${label} to be a number of at least ${least}, got ${JSON.stringify(value)}`,
      { description: 'Nothing was asked. Correct the field and run the node again.' },
    );
  };

  const timeLimitMinutes = context.getNodeParameter('timeLimitMinutes', 0);
  const intervalSeconds = options.intervalSeconds ?? defaultSettings.intervalMs / 1000;
  const concurrency = options.concurrency ?? defaultSettings.concurrency;
  const maxFileMegabytes = options.maxFileMegabytes ?? defaultMaxFileMegabytes;
  const download = context.getNodeParameter('download', 0, false) === true && {
    field: String(context.getNodeParameter('binaryField', 0, 'data')).trim() || 'data',
    maxBytes: atLeast('Largest File', maxFileMegabytes, 1) * 1e6,
  };
  return {
    options,
    ...(download && { download }),
    settings: {
      timeoutMs: atLeast('Time Limit', timeLimitMinutes, 0) * 60_000,
      intervalMs: atLeast('Check Every', intervalSeconds, 1) * 1000,
      followProgress: options.followProgress ?? defaultSettings.followProgress,
      concurrency: Math.floor(atLeast('Requests at Once', concurrency, 1)),
      otherFinalStatuses: (options.otherFinalStatuses ?? '')
        .split(',')
        .map((status) => status.trim())
        .filter((status) => status !== ''),
    },
  };
}
