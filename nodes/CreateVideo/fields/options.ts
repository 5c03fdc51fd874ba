import type { INodeProperties } from 'n8n-workflow';
import { outputOptions } from '../../results/outputOptions';
import { waitOptions } from '../../results/waitOptions';
import { optionsCollection, showFor } from '../../parameters/formFields';
import { requestFieldExamples } from '../../generated/contract';

const limitOptions = ['Execution', 'Day', 'Month'].map((per): INodeProperties => ({
  displayName: `Videos per ${per}`,
  name: `videosPer${per}`,
  type: 'number',
  typeOptions: { minValue: 0, maxValue: 5000, numberPrecision: 0 },
  default: 10,
  description: `The most videos that this node may order per ${per.toLowerCase()}${per === 'Execution' ? '' : ', by the time zone of the workflow'}. A run that would go beyond it orders none.`,
}));

const createOptions: INodeProperties[] = [
  {
    displayName: 'Extra Fields (JSON)',
    name: 'extraFields',
    type: 'json',
    default: '{}',
    description:
      'A JSON object with fields that your service takes and this form doesn’t have, such as a seed',
  },
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
  ...limitOptions,
];

const callbackOptions: INodeProperties[] = [
  {
    displayName: 'Callback URL',
    name: 'callbackUrl',
    type: 'string',
    default: '',
    placeholder: `e.g. ${requestFieldExamples.callbackUrl[0]}`,
    description:
      'Where the service should report that the video is ready: the production URL of a Video Finished Trigger, or any address that accepts an HTTP POST. You don’t need it to wait.',
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

export const optionsField = optionsCollection([
  ...createOptions,
  ...callbackOptions,
  ...outputOptions,
  ...showFor('createAndWait', waitOptions),
]);
