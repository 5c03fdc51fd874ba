import type { INodeProperties } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';
import { filledByModel } from '../../n8n/toolFields';

const prompt: INodeProperties = {
  displayName: 'Prompt',
  name: 'prompt',
  type: 'string',
  typeOptions: { rows: 4 },
  required: true,
  default: '',
  placeholder: `e.g. ${requestFieldExamples.prompt[0]}`,
  description:
    'Describe what the video should show, in your own words. If you use references, say what each one is for, such as "the dancer of video 1 moves to audio 1".',
};

export const promptFields = filledByModel(
  prompt,
  'What the video should show, in one or two sentences',
);
