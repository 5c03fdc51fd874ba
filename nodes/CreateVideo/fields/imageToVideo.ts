import type { INodeProperties } from 'n8n-workflow';

const displayOptions = { show: { mode: ['imageToVideo'] } };

export const imageToVideoFields: INodeProperties[] = [
  {
    displayName: 'First Frame',
    name: 'firstFrame',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'e.g. https://example.com/start.png',
    displayOptions,
    description: 'URL of the image that the video starts from',
  },
  {
    displayName: 'Last Frame',
    name: 'lastFrame',
    type: 'string',
    default: '',
    placeholder: 'e.g. https://example.com/end.png',
    displayOptions,
    description:
      'URL of the image that the video ends on. Leave empty to let the video end freely.',
  },
];
