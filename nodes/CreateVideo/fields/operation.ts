import type { INodeProperties } from 'n8n-workflow';
import { toolDescription } from '../../parameters/formFields';

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

const cost =
  'Every call costs money, so call it once per video, and only for a video that the person asked for.';

const onFailure =
  'If the answer says that nothing was charged, fix the problem it names and call again. If it says that the video was or may have been charged, do not call again: tell the person.';

export const toolFields: INodeProperties[] = [
  toolDescription(
    'create',
    `Starts making one video, and answers at once with the id of its task. ${cost} The video is not ready yet: pass the id to Wait for Video next. ${onFailure}`,
  ),
  toolDescription(
    'createAndWait',
    `Makes one video, which takes minutes, and answers with its address in videoUrl when it is ready. ${cost} ${onFailure}`,
  ),
];
