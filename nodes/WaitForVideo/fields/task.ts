import type { INodeProperties } from 'n8n-workflow';

export const taskFields: INodeProperties[] = [
  {
    displayName: 'Task ID',
    name: 'taskId',
    type: 'string',
    required: true,
    default: '={{ $json.id }}',
    description:
      'ID of the task, exactly as Create Video returned it. Pass a long number as text, or its last digits get lost.',
  },
];
