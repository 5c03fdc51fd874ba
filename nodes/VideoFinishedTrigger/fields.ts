import type { INodeProperties } from 'n8n-workflow';
import { finalTaskStatuses, taskStatus } from '../generated/contract';
import { respondField } from './respond';

const choices: Record<(typeof finalTaskStatuses)[number], { name: string; action: string }> = {
  [taskStatus.completed]: { name: 'Completed', action: 'When a video is ready' },
  [taskStatus.failed]: { name: 'Failed', action: 'When a video has failed' },
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
    // n8n's editor makes its list of triggers from a field that goes by this name.
    displayName: 'Trigger On',
    name: 'statuses',
    type: 'multiOptions',
    required: true,
    options: finalTaskStatuses.map((status) => ({ value: status, ...choices[status] })),
    default: [...finalTaskStatuses],
    description: 'Which results start your workflow',
  },
  respondField,
];
