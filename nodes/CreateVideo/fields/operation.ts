import type { INodeProperties } from 'n8n-workflow';

export const operations = ['createAndWait', 'create'] as const;

export const operationField: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Create and Wait',
      value: 'createAndWait',
      description: 'Go on when the video is finished; the execution sleeps meanwhile',
      action: 'Create a video and wait until it is ready',
    },
    {
      name: 'Create',
      value: 'create',
      description: 'Start the video and go on at once, with the ID of its task',
      action: 'Start a video and go on without waiting',
    },
  ],
  default: 'createAndWait',
};
