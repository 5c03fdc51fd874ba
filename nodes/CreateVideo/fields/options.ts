import type { INodeProperties } from 'n8n-workflow';
import { resultOptions } from '../../delivery/fields/options';
import { showFor } from '../../parameters/showFor';
import { bounds } from './numberRules';

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
    displayName: 'Most Videos per Day',
    name: 'maxVideosPerDay',
    type: 'number',
    typeOptions: bounds('maxVideosPerDay'),
    default: 50,
    description:
      'A limit to protect your budget against a bad day: all executions of this node together make no more videos between midnight and midnight, also after a restart of n8n. A video of which nobody knows whether it was made counts. Without this option there is no limit.',
  },
  {
    displayName: 'Most Videos per Execution',
    name: 'maxVideos',
    type: 'number',
    typeOptions: bounds('maxVideos'),
    default: 10,
    description:
      'A limit to protect your budget: once this execution has made that many videos, the node refuses to make more, and nothing more is charged. Loops and all calls of an AI agent count together. Without this option there is no limit.',
  },
  {
    displayName: 'Order Key',
    name: 'orderKey',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.orderId }}',
    description:
      'What tells one order from another, such as an order number. Each key is ordered and charged once, however often it comes: from a webhook that is delivered twice, a second execution, or a caller that asks again. A later one gets the video of the first.',
  },
  {
    displayName: 'Order Label',
    name: 'orderLabel',
    type: 'string',
    default: '',
    placeholder: 'e.g. order 1042',
    description:
      'Your own name for this video, such as an order number. It comes out with the item and in its errors. When Callback is URL, Video Finished Trigger gets it too, so you always know which order a finished video belongs to.',
  },
  {
    displayName: 'Preview Only',
    name: 'preview',
    type: 'boolean',
    default: false,
    description:
      'Whether to check the request and show it instead of sending it. No video is made and nothing is charged.',
  },
];

/** By the letters alone: the first comparison by a language's rules would take n8n 6 ms. */
const sortKey = ({ displayName }: INodeProperties) => displayName.toLowerCase();

/** What a person may want of a run, in alphabetical order. */
export const optionFields: INodeProperties[] = [
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [...createOptions, ...showFor('createAndWait', resultOptions, '/operation')].sort(
      (one, other) => (sortKey(one) < sortKey(other) ? -1 : 1),
    ),
  },
];
