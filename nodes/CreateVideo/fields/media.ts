import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { defaultFile, modeChoices, type MediaKind, type Mode } from '../order/FormRow';

const file: INodePropertyOptions = {
  name: 'File From a Previous Node',
  value: 'binary',
  description: 'A picture that came in with the item',
};
const url: INodePropertyOptions = { name: 'URL', value: 'url' };
const none: INodePropertyOptions = {
  name: 'None',
  value: 'none',
  description: 'The service decides how the video ends',
};

/** Hidden by name in each other mode, not shown in its own: so all fields stand beside an expression. */
const onlyIn = (mode: Mode) => ({ mode: modeChoices.filter((one) => one !== mode) });

/**
 * The fields of one picture. None is required: where Mode is an expression, n8n would demand it of rows
 * of all modes.
 *
 * @param sources - where it may come from; the first is the default
 * @param ifEmpty - what a row means where the field is empty
 */
function frameFields(
  which: 'First' | 'Last',
  sources: [INodePropertyOptions, ...INodePropertyOptions[]],
  verb: string,
  ifEmpty = '',
): INodeProperties[] {
  const name = `${which.toLowerCase()}Frame`;
  const source = `${name}Source`;
  const [{ value: firstSource }] = sources;
  const hide = onlyIn('imageToVideo');
  return [
    {
      displayName: `${which} Frame From`,
      name: source,
      type: 'options',
      options: sources,
      default: firstSource,
      displayOptions: { hide },
      description: `Where to find the picture that your video ${verb} with`,
    },
    {
      displayName: `${which} Frame URL`,
      name,
      type: 'string',
      default: '',
      placeholder: `e.g. https://example.com/${verb}.png`,
      displayOptions: { hide, show: { [source]: [url.value] } },
      description: `The web address of the picture itself, not of a page around it.${ifEmpty}`,
    },
    {
      displayName: `${which} Frame File`,
      name: `${name}Binary`,
      type: 'string',
      default: defaultFile,
      placeholder: 'e.g. data',
      hint: 'The name of the field that holds the picture, as you see it under Binary',
      typeOptions: { binaryDataProperty: true },
      displayOptions: { hide, show: { [source]: [file.value] } },
      description: `The service fetches it from your n8n by a private link, so you don’t have to put it online.${ifEmpty}`,
    },
  ];
}

export const imageToVideoFields: INodeProperties[] = [
  ...frameFields('First', [url, file], 'starts'),
  ...frameFields('Last', [none, url, file], 'ends', ' A row where it is empty has no last frame.'),
];

const displayOptions = { hide: onlyIn('referenceToVideo') };

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
      typeOptions: { binaryDataProperty: true },
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
