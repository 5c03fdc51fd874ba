import type { INodeProperties } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';
import type { NumberRule } from '../../parameters/readNumber';
import {
  requestsAtOnceField,
  requestsAtOnceRule,
  unboundedRequests,
} from '../../parameters/requestsAtOnce';

export const defaults = {
  concurrency: unboundedRequests,
  timeoutSeconds: 60,
  busySeconds: 120,
  fileLinkHours: 24,
  /** Without the option there is no limit. */
  maxVideos: Infinity,
};

// n8n's package scan reads a default by plain name only.
const { timeoutSeconds, busySeconds, fileLinkHours } = defaults;

/** What the number fields take; the form shows the same bounds. */
export const numberRules = {
  concurrency: requestsAtOnceRule,
  timeoutSeconds: { label: 'Request Timeout', least: 1, most: 3600 },
  busySeconds: { label: 'Wait When Busy', least: 0, most: 86_400 },
  fileLinkHours: { label: 'File Link Lifetime', least: 1, most: 8760, whole: true },
  maxVideos: { label: 'Most Videos per Execution', least: 0, most: 1_000_000, whole: true },
} satisfies Record<keyof typeof defaults, NumberRule>;

const bounds = (name: keyof typeof numberRules) => {
  const { least, most, whole }: NumberRule = numberRules[name];
  return { minValue: least, maxValue: most, ...(whole && { numberPrecision: 0 }) };
};

export const optionFields: INodeProperties[] = [
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        displayName: 'Aspect Ratio',
        name: 'aspectRatio',
        type: 'string',
        default: '',
        placeholder: `e.g. ${requestFieldExamples.aspectRatio.join(' or ')}`,
        description:
          'Shape of the video. Left out, the service decides. In use are 16:9 and adaptive; the service does not list all values.',
      },
      {
        displayName: 'Duration',
        name: 'duration',
        type: 'number',
        typeOptions: { minValue: 1, numberPrecision: 0 },
        default: 5,
        description:
          'Length of the video in seconds. Left out, the service decides. In use are 5, 6 and 10; the service does not list all values.',
      },
      {
        displayName: 'Extra Fields (JSON)',
        name: 'extraFields',
        type: 'json',
        default: '{}',
        description:
          'A JSON object with more request fields, for parameters that the service adds later. Use the fields above instead of repeating them here.',
      },
      {
        displayName: 'File Link Lifetime',
        name: 'fileLinkHours',
        type: 'number',
        typeOptions: bounds('fileLinkHours'),
        default: fileLinkHours,
        description:
          'For how many hours the service may fetch your files from n8n. Leave enough for a task that has to wait its turn.',
      },
      {
        displayName: 'Most Videos per Execution',
        name: 'maxVideos',
        type: 'number',
        typeOptions: bounds('maxVideos'),
        default: 10,
        description:
          'A safety limit for this node: once an execution has made this many videos, it refuses to make more, before anything is charged. Loops and all calls of an AI agent count together. Without this option there is no limit.',
      },
      {
        displayName: 'Order Label',
        name: 'orderLabel',
        type: 'string',
        default: '',
        placeholder: 'e.g. order 1042',
        description:
          'Your own name for this video, such as an order number. It comes out with the item and in its errors. When Callback is URL, Video Finished Trigger gets it too, so a finished video finds its order even if n8n never saw the task’s ID.',
      },
      {
        displayName: 'Preview Only',
        name: 'preview',
        type: 'boolean',
        default: false,
        description:
          'Whether to show the checked request instead of sending it. Nothing is created and nothing is charged.',
      },
      {
        displayName: 'Quality',
        name: 'quality',
        type: 'string',
        default: '',
        placeholder: `e.g. ${requestFieldExamples.quality[0]}`,
        description:
          'Quality label of the video. Left out, the service decides. In use is 720p; the service does not list all values.',
      },
      {
        displayName: 'Request Timeout',
        name: 'timeoutSeconds',
        type: 'number',
        typeOptions: bounds('timeoutSeconds'),
        default: timeoutSeconds,
        description:
          'How many seconds the service has to accept a request. After a timeout nobody knows whether the video was charged, so leave some room.',
      },
      requestsAtOnceField,
      {
        displayName: 'Send Again When Unknown',
        name: 'resendUnknown',
        type: 'boolean',
        default: false,
        description:
          'Whether Retry On Fail sends an item again when nobody knows if the service took it. Careful: that video may be charged twice. An item whose task ID is known is never sent again.',
      },
      {
        displayName: 'Wait When Busy',
        name: 'busySeconds',
        type: 'number',
        typeOptions: bounds('busySeconds'),
        default: busySeconds,
        description:
          'How many seconds an item may wait while the service answers that it is too busy (HTTP 429)',
      },
    ],
  },
];
