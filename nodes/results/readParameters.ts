import type { IExecuteFunctions } from 'n8n-workflow';
import { toNodeError } from '../errors/raise';
import {
  nameValue,
  type Read,
  readNumber,
  type NumberRule,
  readSwitch,
} from '../parameters/readValue';
import { defaultSettings, type WaitSettings } from '../look/settings';
import { openForm } from './openForm';
import { readShape, type Shape } from './outputShape';
import { hasOneTimeLimit, readTimeLimit } from './readTimeLimit';
import { describeBadItems, nothingAsked, type WaitItem } from './WaitItem';

const daySeconds = 24 * 60 * 60;

/** What the user wants of the wait and of its output. */
export interface Wishes {
  settings: WaitSettings;
  stayAwake: boolean;
  shape: Shape;
  /** Absent when no file is wanted. */
  download?: { field: string };
}

/**
 * Reads how to wait: one setting for all items.
 *
 * @param items - whose problems are told along with those of the settings
 * @throws the failure that names every field whose value makes no sense
 */
export async function readSettings(context: IExecuteFunctions, items: WaitItem[]): Promise<Wishes> {
  // A row whose options cannot be read fails on its own.
  const { wishes, problems } = await readWishes(context, 'skip');
  const rowProblems = context.continueOnFail() ? [] : describeBadItems(items);
  if (problems.length > 0)
    throw toNodeError(context.getNode(), {
      message: [...problems, ...rowProblems].join(' '),
      description: `${nothingAsked} Correct this and run the node again.`,
      reason: 'invalidInput',
      paid: 'unknown',
    });
  return wishes;
}

/** What a form says of the wait, and all that is wrong with it, in whole sentences. */
export interface WaitForm {
  wishes: Wishes;
  problems: string[];
}

/**
 * Reads how to wait: one setting for all items.
 *
 * @param unreadableOptions - whether a row whose options cannot be read fails the whole run here,
 *   or on its own elsewhere
 */
export async function readWishes(
  context: IExecuteFunctions,
  unreadableOptions: 'throw' | 'skip' = 'throw',
): Promise<WaitForm> {
  const form = await openForm(context, unreadableOptions);
  const { field, option, problems } = form;
  const { intervalMs, timeoutMs } = defaultSettings;

  // Where an expression makes it, each item has its own, and its own problems.
  const limit = hasOneTimeLimit(context) ? readTimeLimit(context, 0) : undefined;
  if (limit?.problem !== undefined) problems.push(limit.problem);

  const wishes = {
    settings: {
      timeoutMs: limit?.value === undefined ? timeoutMs : limit.value * 60_000,
      intervalMs:
        1000 *
        option(
          'intervalSeconds',
          'Check Every (Seconds)',
          intervalMs / 1000,
          within(1, daySeconds),
        ),
    },
    ...((await field('download', 'Download Video', false, readSwitch)) && {
      download: {
        field: await field('binaryField', 'Put Output File in Field', 'data', readFieldName),
      },
    }),
    stayAwake: option('stayAwake', 'Stay Awake', false, readSwitch),
    shape: readShape(form),
  };
  return { wishes, problems };
}

const within =
  (least: number, most: number, whole: NumberRule['whole'] = false) =>
  (value: unknown, label: string): Read<number> =>
    readNumber(value, { label, least, most, whole });

function readFieldName(value: unknown, label: string): Read<string> {
  if (typeof value === 'string' && value.trim() !== '') return { value: value.trim() };
  return { problem: `${label} must be the name of a field, but it is ${nameValue(value)}.` };
}
