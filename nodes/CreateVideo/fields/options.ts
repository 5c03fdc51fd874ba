import type { INodeProperties } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';

/**
 * Ten requests at once bring 200 items through in twenty round trips, while a service that limits
 * rates sees a short queue rather than a burst of everything.
 */
export const defaults = {
  concurrency: 10,
  timeoutSeconds: 60,
  busySeconds: 120,
  fileLinkHours: 24,
  maxVideos: 0,
};

// n8n's package scan reads a default by plain name only.
const { concurrency, timeoutSeconds, busySeconds, fileLinkHours, maxVideos } = defaults;

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
          'A JSON object of further request fields, for parameters that the service adds later. Fields of this form are not taken.',
      },
      {
        displayName: 'File Link Lifetime',
        name: 'fileLinkHours',
        type: 'number',
        typeOptions: { minValue: 1, numberPrecision: 0 },
        default: fileLinkHours,
        description:
          'Hours for which the service may fetch files from n8n. Long enough for a task that waits its turn.',
      },
      {
        displayName: 'Most Videos per Run',
        name: 'maxVideos',
        type: 'number',
        typeOptions: { minValue: 0, numberPrecision: 0 },
        default: maxVideos,
        description:
          'Refuses to start when there are more items than this, before anything is paid. 0 means no limit.',
      },
      {
        displayName: 'Preview Only',
        name: 'preview',
        type: 'boolean',
        default: false,
        description:
          'Whether to output the checked requests without sending any. Nothing is created and nothing is paid.',
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
        typeOptions: { minValue: 1 },
        default: timeoutSeconds,
        description:
          'Seconds to wait for the service to accept a request. After a timeout it is unknown whether the video was paid for, so leave room.',
      },
      {
        displayName: 'Requests at Once',
        name: 'concurrency',
        type: 'number',
        typeOptions: { minValue: 1, numberPrecision: 0 },
        default: concurrency,
        description: 'How many items are sent to the service at the same time',
      },
      {
        displayName: 'Send Again When Unknown',
        name: 'resendUnknown',
        type: 'boolean',
        default: false,
        description:
          'Whether "Retry On Fail" sends an item again when it is unknown if the service took it. Risk: that video may be paid for twice.',
      },
      {
        displayName: 'Wait When Busy',
        name: 'busySeconds',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: busySeconds,
        description:
          'Seconds an item may wait while the service answers that it takes no more requests (HTTP 429)',
      },
    ],
  },
];
