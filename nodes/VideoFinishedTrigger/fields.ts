import type { INodeProperties } from 'n8n-workflow';
import { finalTaskStatuses, taskStatus } from '../generated/contract';

const names: Record<(typeof finalTaskStatuses)[number], string> = {
  [taskStatus.completed]: 'Completed',
  [taskStatus.failed]: 'Failed',
};

export const triggerFields: INodeProperties[] = [
  {
    displayName:
      'Give this node’s URL to <b>Create Video</b> as its callback URL. A call is not believed: the task is read from the service before the workflow starts.',
    name: 'urlNotice',
    type: 'notice',
    default: '',
  },
  {
    displayName: 'Start On',
    name: 'statuses',
    type: 'multiOptions',
    required: true,
    options: finalTaskStatuses.map((status) => ({ name: names[status], value: status })),
    default: [...finalTaskStatuses],
    description: 'Which results start the workflow',
  },
];
