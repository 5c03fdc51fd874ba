import type { INodeProperties } from 'n8n-workflow';
import { optionsCollection, outputOptions, waitOptions } from '../results/fields';
import { filledByModel, showFor, toolDescription } from '../parameters/formFields';

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

/** A single look needs less than a wait. */
export const optionsField = optionsCollection([
  ...outputOptions,
  ...showFor('wait', waitOptions, '/operation'),
]);

const taskId: INodeProperties = {
  displayName: 'Task ID',
  name: 'taskId',
  type: 'string',
  required: true,
  default: '={{ $json.id }}',
  description:
    'Which video it is about: the ID exactly as Create Video returned it. Pass a long number as text, or its last digits get lost.',
};

export const taskFields = filledByModel(taskId, 'The ID that Create Video returned');

export const toolFields: INodeProperties[] = [
  toolDescription(
    'wait',
    'Waits until the video of a task is ready, and answers with its address in videoUrl. It costs nothing. Call it with the id that Create Video returned. If time runs out, the task goes on: call it again with the same id. Never create the video again for that.',
  ),
  toolDescription(
    'getStatus',
    'Looks up how far the video of a task is, and answers at once with its status, with finished, and with its address in videoUrl once it is ready. It costs nothing. Call it with the id that Create Video returned. Never create the video again because it is not finished.',
  ),
];
