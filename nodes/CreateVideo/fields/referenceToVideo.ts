import type { INodeProperties } from 'n8n-workflow';
import type { MediaKind } from '../order/formChoices';

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
