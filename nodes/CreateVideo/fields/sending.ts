import type { INodeProperties } from 'n8n-workflow';
import { requestsAtOnceField } from '../../parameters/requestsAtOnce';
import { bounds, defaults } from './numberRules';

// n8n's package scan reads a default by plain name only.
const { timeoutSeconds, busySeconds, fileLinkHours } = defaults;

/** How requests are sent: what few people ever need to change. */
export const sendingFields: INodeProperties[] = [
  {
    displayName: 'Sending',
    name: 'sending',
    type: 'collection',
    placeholder: 'Add setting',
    default: {},
    options: [
      {
        displayName: 'File Link Lifetime',
        name: 'fileLinkHours',
        type: 'number',
        typeOptions: bounds('fileLinkHours'),
        default: fileLinkHours,
        description:
          'For how many hours the service may fetch your files from n8n. Leave enough time for a video that has to wait its turn.',
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
          'Whether Retry On Fail sends a row again when nobody knows if the service took it. Careful: that video may be charged twice. A row whose task ID is known is never sent again.',
      },
      {
        displayName: 'Wait When Busy',
        name: 'busySeconds',
        type: 'number',
        typeOptions: bounds('busySeconds'),
        default: busySeconds,
        description:
          'For how many seconds a row may wait while the service says that it’s too busy (HTTP 429)',
      },
    ],
  },
];
