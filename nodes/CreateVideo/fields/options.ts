import type { INodeProperties } from 'n8n-workflow';
import { optionsCollection, waitOptions } from '../../results/fields/options';
import { fileNameOption, outputOptions } from '../../results/fields/output';
import { showFor } from '../../parameters/showFor';
import { callbackOptions } from './callback';
import { bounds, defaults } from '../order/numberRules';
import { qualityOption } from './shape';

// n8n's package scan reads a default by plain name only.
const { fileLinkHours } = defaults;

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
      'How many videos all executions of this node may make from midnight to midnight, by the workflow’s time zone. A video of which nobody knows whether it was made counts. Without this option there is no limit.',
  },
  {
    displayName: 'Most Videos per Execution',
    name: 'maxVideos',
    type: 'number',
    typeOptions: bounds('maxVideos'),
    default: 10,
    description:
      'How many videos one execution may make, over all its rows, loops and calls of an AI agent. Without this option there is no limit.',
  },
  {
    displayName: 'Order Key',
    name: 'orderKey',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.orderId }}',
    description:
      'Never pay twice for the same order. Give what tells your orders apart, such as an order number. A key that comes again, in whichever execution, gets the video of the first. Each node remembers its own keys, so another Create Video, or a copy of the workflow, doesn’t know them.',
  },
  {
    displayName: 'Order Label',
    name: 'orderLabel',
    type: 'string',
    default: '',
    placeholder: 'e.g. order 1042',
    description:
      'Your own name for this video. It comes out with the item and in its errors, and Video Finished Trigger gets it too. It doesn’t keep an order from being placed twice; Order Key does.',
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
    displayName: 'File Link Lifetime',
    name: 'fileLinkHours',
    type: 'number',
    typeOptions: bounds('fileLinkHours'),
    default: fileLinkHours,
    description:
      'For how many hours the service may fetch your files from n8n. Leave enough time for a video that has to wait its turn.',
  },
];

export const optionsField = optionsCollection([
  ...createOptions,
  ...callbackOptions,
  qualityOption,
  ...outputOptions,
  ...showFor('createAndWait', [fileNameOption, ...waitOptions], '/operation'),
]);
