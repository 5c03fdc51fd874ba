import type { INodeProperties } from 'n8n-workflow';
import { longestLabel } from '../../links/label';
import { optionsCollection, showFor } from '../../parameters/formFields';
import {
  type Form,
  isBlank,
  numberFrom,
  readSwitch,
  readText,
  type Read,
} from '../../parameters/readValue';
import { outputOptions } from '../../results/outputOptions';
import { waitOptions } from '../../results/waitOptions';
import { callbackPart } from './addresses';
import { extraFieldsOption } from './buildRequest';
import { take, type FormRow } from './FormRow';

const orderOptions: INodeProperties[] = [
  {
    displayName: 'Order Key',
    name: 'orderKey',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.orderId }}',
    description:
      'Never pay twice for the same order. Enter what tells your orders apart, such as an order number: a key that comes again orders nothing, in any execution, even if its prompt has changed. Only this node remembers its keys, the newest 10,000.',
  },
  {
    displayName: 'Preview Only',
    name: 'preview',
    type: 'boolean',
    default: false,
    description:
      'Whether to show the request instead of sending it. No video is made and nothing is charged.',
  },
  {
    displayName: 'Label for Callback',
    name: 'orderLabel',
    type: 'string',
    default: '',
    placeholder: 'e.g. order 1042',
    displayOptions: { show: { callbackUrl: [{ _cnd: { exists: true } }] } },
    description:
      'Your own name for this video, such as an order number. Video Finished Trigger passes it on with the video, and errors name it, too.',
  },
];

export interface Limit {
  most: number;
  per: 'execution' | 'day' | 'month';
}

// n8n’s store has an entry for each video of a day or a month.
const mostVideos = 5_000;

const periods = ['Execution', 'Day', 'Month'].map((name) => ({
  name: `videosPer${name}`,
  label: `Videos per ${name}`,
  per: name.toLowerCase() as Limit['per'],
}));

const limitOptions = periods.map(({ name, label, per }): INodeProperties => ({
  displayName: label,
  name,
  type: 'number',
  typeOptions: { minValue: 0, maxValue: mostVideos, numberPrecision: 0 },
  default: 10,
  description: `The most videos that this node may order per ${per}${per === 'execution' ? '' : ', by the time zone of the workflow'}. A run that would go beyond it orders none.`,
}));

/** Reads the limits, which must be the same for all rows. */
export async function readLimits({ field }: Form): Promise<Limit[]> {
  const limits: Limit[] = [];
  for (const { name, label, per } of periods) {
    const read = numberFrom(0, mostVideos, 'whole number');
    const most = await field<number | undefined>(`options.${name}`, label, undefined, read);
    if (most !== undefined) limits.push({ most, per });
  }
  return limits;
}

export function readOrderOptions(row: FormRow) {
  // An option that was added but is empty is a mistake: the row would be sent, or sent each time.
  const { orderKey, orderLabel, preview } = row.options;
  const isAdded = (name: string) => Object.hasOwn(row.options, name);
  return {
    isPreview: isAdded('preview') && take(row, readSwitch(preview, 'Preview Only')),
    label: isBlank(orderLabel) ? undefined : take(row, readName(orderLabel, 'Label for Callback')),
    orderKey: isAdded('orderKey') ? take(row, readName(orderKey, 'Order Key')) : undefined,
  };
}

function readName(value: unknown, label: string): Read<string> {
  const read = readText(value, label, 'Fill it in, or remove the option.');
  if (read.problem !== undefined) return read;
  if (read.value.length <= longestLabel && !/[\p{Cc}\p{Surrogate}]/u.test(read.value)) return read;
  return { problem: `${label} must be a single line of at most ${longestLabel} characters.` };
}

export const optionsField = optionsCollection([
  extraFieldsOption,
  ...orderOptions,
  ...limitOptions,
  ...callbackPart.fields,
  ...outputOptions,
  ...showFor('createAndWait', waitOptions),
]);
