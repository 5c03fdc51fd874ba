import type { INodeProperties } from 'n8n-workflow';

export const operations = ['wait', 'getStatus'] as const;

export const operationField: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Get Status',
      value: 'getStatus',
      description: 'Look once, and give the status that the task has now',
      action: 'Get the status of a video now',
    },
    {
      name: 'Wait',
      value: 'wait',
      description: 'Go on when the video is finished; the execution sleeps meanwhile',
      action: 'Wait until a video is ready',
    },
  ],
  default: 'wait',
};
