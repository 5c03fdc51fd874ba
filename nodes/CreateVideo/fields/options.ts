import type { INodeProperties } from 'n8n-workflow';
import { optionsCollection, outputOptions, waitOptions } from '../../results/fields';
import { showFor } from '../../parameters/showFor';
import { callbackOptions } from './callback';

const createOptions: INodeProperties[] = [
  {
    displayName: 'Extra Fields (JSON)',
    name: 'extraFields',
    type: 'json',
    default: '{}',
    description:
      'A JSON object with fields that this form doesn’t have, for what the service adds later. Use the fields above instead of repeating them here.',
  },
  {
    displayName: 'Order Key',
    name: 'orderKey',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.orderId }}',
    description:
      'Never pay twice for the same order. Give what tells your orders apart, such as an order number. A key that comes again, in whichever execution, orders nothing. Each node remembers its own newest 10,000 keys, so another Create Video, or a copy of the workflow, doesn’t know them.',
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
    displayName: 'Spending Limit',
    name: 'spendingLimit',
    type: 'fixedCollection',
    default: {},
    options: [
      {
        displayName: 'Limit',
        name: 'limit',
        values: [
          {
            displayName: 'Videos',
            name: 'videos',
            type: 'number',
            typeOptions: { minValue: 0, maxValue: 5000, numberPrecision: 0 },
            default: 10,
            description: 'How many videos this node may make',
          },
          {
            displayName: 'Per',
            name: 'per',
            type: 'options',
            options: [
              { name: 'Execution', value: 'execution' },
              { name: 'Day', value: 'day' },
              { name: 'Month', value: 'month' },
            ],
            default: 'execution',
            description:
              'Over which time they are counted. Days and months go by the time zone of the workflow.',
          },
        ],
      },
    ],
    description:
      'The most videos that this node may make. A run that would go beyond it makes none. A video of which nobody knows whether it was made counts.',
  },
];

export const optionsField = optionsCollection([
  ...createOptions,
  ...callbackOptions,
  ...outputOptions,
  ...showFor('createAndWait', waitOptions, '/operation'),
]);
