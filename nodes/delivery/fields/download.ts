import type { INodeProperties } from 'n8n-workflow';

export const downloadFields: INodeProperties[] = [
  {
    displayName: 'Download Video',
    name: 'download',
    type: 'boolean',
    default: false,
    description: 'Whether to put the video file on the item, besides its address',
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryField',
    type: 'string',
    required: true,
    default: 'data',
    hint: 'The name of the output binary field to put the file in',
    displayOptions: { show: { download: [true] } },
  },
];
