import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { defaultFile, type MediaKind } from '../order/formChoices';

/** No field is required: where Mode is an expression, n8n would demand it of rows of all modes. */
const show = { mode: ['imageToVideo'] };

const file: INodePropertyOptions = {
  name: 'File From a Previous Node',
  value: 'binary',
  description: 'A picture that came in with the item',
};
const url: INodePropertyOptions = { name: 'URL', value: 'url' };

const fileHint = 'The name of the field that holds the picture, as you see it under Binary';
const fileDescription =
  'The service fetches it from your n8n by a private link, so you don’t have to put it online';

export const imageToVideoFields: INodeProperties[] = [
  {
    displayName: 'First Frame From',
    name: 'firstFrameSource',
    type: 'options',
    options: [file, url],
    default: 'url',
    displayOptions: { show },
    description: 'Where to find the picture that your video starts with',
  },
  {
    displayName: 'First Frame',
    name: 'firstFrame',
    type: 'string',
    default: '',
    placeholder: 'e.g. https://example.com/start.png',
    displayOptions: { show: { ...show, firstFrameSource: ['url'] } },
    description: 'The web address of the picture itself, not of a page around it',
  },
  {
    displayName: 'First Frame File',
    name: 'firstFrameBinary',
    type: 'string',
    default: defaultFile,
    placeholder: 'e.g. data',
    hint: fileHint,
    displayOptions: { show: { ...show, firstFrameSource: ['binary'] } },
    description: fileDescription,
  },
  {
    displayName: 'Last Frame From',
    name: 'lastFrameSource',
    type: 'options',
    options: [
      { name: 'None', value: 'none', description: 'The service decides how the video ends' },
      file,
      url,
    ],
    default: 'none',
    displayOptions: { show },
    description: 'Where to find the picture that your video ends with',
  },
  {
    displayName: 'Last Frame',
    name: 'lastFrame',
    type: 'string',
    default: '',
    placeholder: 'e.g. https://example.com/end.png',
    displayOptions: { show: { ...show, lastFrameSource: ['url'] } },
    description: 'The web address of the picture. A row where it is empty has no last frame.',
  },
  {
    displayName: 'Last Frame File',
    name: 'lastFrameBinary',
    type: 'string',
    default: defaultFile,
    placeholder: 'e.g. data',
    hint: fileHint,
    displayOptions: { show: { ...show, lastFrameSource: ['binary'] } },
    description: `${fileDescription}. A row where it is empty, or whose form was sent without it, has no last frame.`,
  },
];

const displayOptions = { show: { mode: ['referenceToVideo'] } };

function referenceFields(kind: MediaKind, things: string, file: string): INodeProperties[] {
  const title = kind.charAt(0).toUpperCase() + kind.slice(1);
  return [
    {
      displayName: `${title} URLs`,
      name: `${kind}Urls`,
      type: 'string',
      typeOptions: { rows: 2 },
      default: '',
      placeholder: `e.g. https://example.com/${file}`,
      displayOptions,
      description: `Web addresses of ${things}, one per line or separated by commas. In the prompt you call them "${kind} 1", "${kind} 2" and so on.`,
    },
    {
      displayName: `${title} Files`,
      name: `${kind}Binaries`,
      type: 'string',
      default: '',
      placeholder: 'e.g. data',
      displayOptions,
      description: `Names of the fields under Binary that hold ${things}, separated by commas. They are counted after the URLs.`,
    },
  ];
}

export const referenceToVideoFields: INodeProperties[] = [
  ...referenceFields('image', 'pictures', 'hero.png'),
  ...referenceFields('video', 'videos', 'dance.mp4'),
  ...referenceFields('audio', 'sounds', 'song.mp3'),
];
