import type { INodeProperties } from 'n8n-workflow';
import { finalTaskStatuses, taskStatus } from '../generated/contract';

const names: Record<(typeof finalTaskStatuses)[number], string> = {
  [taskStatus.completed]: 'Completed',
  [taskStatus.failed]: 'Failed',
};

export const triggerFields: INodeProperties[] = [
  {
    displayName:
      'Paste this node’s URL into <b>Create Video</b> as the callback URL. Anyone who knows this URL can call it, so we always check with the service before your workflow starts.',
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
    description: 'The results that start your workflow',
  },
];
