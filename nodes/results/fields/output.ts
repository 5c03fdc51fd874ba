import type { INodeProperties } from 'n8n-workflow';
import { taskField } from '../../generated/contract';

export const outputChoices = ['simplified', 'selected', 'everything'] as const;

export const fileNameOption: INodeProperties = {
  displayName: 'File Name',
  name: 'fileName',
  type: 'string',
  default: '',
  placeholder: 'e.g. {{ $json.product }}',
  description:
    'Your own name for the downloaded file. Without this option it is named after the task.',
  displayOptions: { show: { '/download': [true] } },
};

/** How much leaves the node with an item. */
export const outputOptions: INodeProperties[] = [
  {
    displayName: 'Keep Input Fields',
    name: 'keepInput',
    type: 'boolean',
    default: false,
    description:
      'Whether each item keeps the fields it came with. One that has the name of a field of the video comes out as "inputId", "inputStatus" and so on.',
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    options: [
      {
        name: 'Simplified',
        value: 'simplified',
        description:
          'The ID, the status, the address of the video, your label, and whether it was paid',
      },
      {
        name: 'Selected Fields',
        value: 'selected',
        description: 'Only the fields that you name',
      },
      {
        name: 'Everything',
        value: 'everything',
        description: 'All that the service told, and how the wait went',
      },
    ],
    default: 'simplified',
    description: 'How much comes out for each video',
  },
  {
    displayName: 'Output Fields',
    name: 'outputFields',
    type: 'string',
    default: 'status, videoUrl',
    placeholder: 'e.g. status, videoUrl, progress',
    description: `The fields that you want when Output is Selected Fields, separated by commas. The ${taskField.id} always comes along.`,
  },
];
