import type { INodeProperties } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';

export const promptFields: INodeProperties[] = [
  {
    displayName: 'Prompt',
    name: 'prompt',
    type: 'string',
    typeOptions: { rows: 4 },
    required: true,
    default: '',
    placeholder: `e.g. ${requestFieldExamples.prompt[0]}`,
    description:
      'What the video is to show, in plain words. With references, say what each is for, such as "the dancer of video 1 moves to audio 1".',
  },
];
