import type { INodeProperties } from 'n8n-workflow';

export const timeLimitField: INodeProperties = {
  displayName: 'Time Limit (Minutes)',
  name: 'timeLimitMinutes',
  type: 'number',
  typeOptions: { minValue: 0 },
  default: 30,
  description:
    'How long to wait for each task; an expression can give each item its own. A task that takes longer is not lost: wait for it again with the same ID.',
};
