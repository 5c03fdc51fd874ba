import type { INodeProperties } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';

/** A field that shows only beside another option would have to be added by itself: so all are there. */
export const callbackOptions: INodeProperties[] = [
  {
    displayName: 'Callback',
    name: 'callback',
    type: 'options',
    noDataExpression: true,
    options: [
      {
        name: 'None',
        value: 'none',
        description: 'Your workflow asks the service by itself',
      },
      {
        name: 'Resume This Execution',
        value: 'resumeExecution',
        description: 'The service wakes this execution as soon as the video is ready',
      },
      {
        name: 'URL',
        value: 'url',
        description: 'The service calls an address of yours, such as a Video Finished Trigger',
      },
    ],
    default: 'none',
    description: 'How you’d like to be told when the video is ready',
  },
  {
    displayName: 'Callback URL',
    name: 'callbackUrl',
    type: 'string',
    default: '',
    placeholder: `e.g. ${requestFieldExamples.callbackUrl[0]}`,
    description:
      'The production URL of a Video Finished Trigger, or any other address that takes an HTTP POST. Resume This Execution doesn’t need it.',
  },
];
