import type { INodeProperties } from 'n8n-workflow';

export const timeLimitField: INodeProperties = {
  displayName: 'Time Limit (Minutes)',
  name: 'timeLimitMinutes',
  type: 'number',
  typeOptions: { minValue: 0 },
  default: 30,
  description:
    'How long to wait for each video. A task that takes longer isn’t lost: wait for it again with the same ID, which costs nothing.',
};
