import type { INodeProperties } from 'n8n-workflow';
import { modes } from '../../generated/contract';
import type { Mode } from '../Inputs';

const labels: Record<Mode, { name: string; description: string }> = {
  textToVideo: {
    name: 'Text to Video',
    description: 'A video from a prompt alone',
  },
  imageToVideo: {
    name: 'Image to Video',
    description: 'A video that starts from an image, and ends on a second one if you give it',
  },
  referenceToVideo: {
    name: 'Reference to Video',
    description: 'A video that uses images, videos and audio as references',
  },
};

export const modeFields: INodeProperties[] = [
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    noDataExpression: true,
    options: (Object.keys(modes) as Mode[]).map((value) => ({ value, ...labels[value] })),
    default: 'textToVideo',
    description: 'What the video is made from',
  },
  {
    displayName: 'Model',
    name: 'model',
    type: 'options',
    options: [
      { name: 'Fast', value: 'fast', description: 'The mode’s fast model' },
      { name: 'Other', value: 'other', description: 'A model that this node does not know yet' },
      { name: 'Standard', value: 'standard', description: 'The mode’s standard model' },
    ],
    default: 'standard',
    description: 'Which of the mode’s models makes the video. All other fields stay the same.',
  },
  {
    displayName: 'Model ID',
    name: 'modelId',
    type: 'string',
    // Not required: n8n would demand it wherever Model is an expression. The node checks it itself.
    default: '',
    placeholder: `e.g. ${modes.textToVideo.models.standard}`,
    displayOptions: { show: { model: ['other'] } },
    description: 'The model’s ID as the service writes it. Needed when Model is Other.',
  },
];
