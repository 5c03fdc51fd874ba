import type { INodeProperties } from 'n8n-workflow';
import { filledByModel } from '../../n8n/toolFields';

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
