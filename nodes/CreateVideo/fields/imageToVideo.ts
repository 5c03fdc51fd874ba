import type { INodeProperties } from 'n8n-workflow';

const show = { mode: ['imageToVideo'] };

const sources: INodeProperties['options'] = [
  { name: 'File From a Previous Node', value: 'binary' },
  { name: 'URL', value: 'url' },
];

export const imageToVideoFields: INodeProperties[] = [
  {
    displayName: 'First Frame From',
    name: 'firstFrameSource',
    type: 'options',
    noDataExpression: true,
    options: sources,
    default: 'url',
    displayOptions: { show },
    description: 'Where the image comes from that the video starts from',
  },
  {
    displayName: 'First Frame',
    name: 'firstFrame',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'e.g. https://example.com/start.png',
    displayOptions: { show: { ...show, firstFrameSource: ['url'] } },
    description: 'URL of the image that the video starts from',
  },
  {
    displayName: 'First Frame File',
    name: 'firstFrameBinary',
    type: 'string',
    required: true,
    default: 'data',
    placeholder: 'e.g. data',
    hint: 'The name of the input item’s binary field that holds the image',
    displayOptions: { show: { ...show, firstFrameSource: ['binary'] } },
    description: 'The service fetches the image from n8n by a signed link, so it needs no hosting',
  },
  {
    displayName: 'Last Frame From',
    name: 'lastFrameSource',
    type: 'options',
    noDataExpression: true,
    options: sources,
    default: 'url',
    displayOptions: { show },
    description: 'Where the image comes from that the video ends on',
  },
  {
    displayName: 'Last Frame',
    name: 'lastFrame',
    type: 'string',
    default: '',
    placeholder: 'e.g. https://example.com/end.png',
    displayOptions: { show: { ...show, lastFrameSource: ['url'] } },
    description:
      'URL of the image that the video ends on. Leave empty to let the video end freely.',
  },
  {
    displayName: 'Last Frame File',
    name: 'lastFrameBinary',
    type: 'string',
    required: true,
    default: 'data',
    placeholder: 'e.g. data',
    hint: 'The name of the input item’s binary field that holds the image',
    displayOptions: { show: { ...show, lastFrameSource: ['binary'] } },
    description: 'The service fetches the image from n8n by a signed link, so it needs no hosting',
  },
];
