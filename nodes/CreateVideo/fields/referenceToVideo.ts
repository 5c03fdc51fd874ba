import type { INodeProperties } from 'n8n-workflow';
import type { MediaKind } from '../media/MediaKind';

const displayOptions = { show: { mode: ['referenceToVideo'] } };

function referenceFields(kind: MediaKind, noun: string, file: string): INodeProperties[] {
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
      description: `${noun} to refer to; the prompt says in plain words what "${kind} 1", "${kind} 2" and so on are for. One URL per line, a list separated by commas, or an array from an expression.`,
    },
    {
      displayName: `${title} Files`,
      name: `${kind}Binaries`,
      type: 'string',
      default: '',
      placeholder: 'e.g. data',
      displayOptions,
      description:
        'Names of binary fields of the input item, separated by commas. They follow the URLs in the count. The service fetches the files from n8n by signed links, so they need no hosting.',
    },
  ];
}

export const referenceToVideoFields: INodeProperties[] = [
  ...referenceFields('image', 'Images', 'hero.png'),
  ...referenceFields('video', 'Videos', 'dance.mp4'),
  ...referenceFields('audio', 'Audio', 'song.mp3'),
];
