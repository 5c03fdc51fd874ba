import type { INodeProperties } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';

// Not a regular expression: n8n gives those a time limit, and fails the execution when a busy
// machine runs over it.
const onThisMachine = ['localhost', '127.', '[::1]'].flatMap((host) => [
  { _cnd: { startsWith: `http://${host}` } },
  { _cnd: { startsWith: `https://${host}` } },
]);

export const callbackFields: INodeProperties[] = [
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
    required: true,
    default: '',
    placeholder: `e.g. ${requestFieldExamples.callbackUrl[0]}`,
    displayOptions: { show: { callback: ['url'] } },
    description:
      'The production URL of a Video Finished Trigger, or any other address that takes an HTTP POST',
  },
  {
    displayName:
      'This address is on your own machine, so only a service on the same machine can call it. Use an address that the service can reach.',
    name: 'callbackReachNotice',
    type: 'notice',
    default: '',
    displayOptions: {
      show: { callback: ['url'], callbackUrl: onThisMachine },
    },
  },
];
