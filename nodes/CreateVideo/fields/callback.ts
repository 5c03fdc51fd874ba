import type { INodeProperties } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';

export const callbackOptions: INodeProperties[] = [
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
