import type { INodeProperties } from 'n8n-workflow';

const displayOptions = { show: { mode: ['referenceToVideo'] } };

export const referenceToVideoFields: INodeProperties[] = [
  {
    displayName: 'Image URLs',
    name: 'imageUrls',
    type: 'string',
    typeOptions: { rows: 2 },
    default: '',
    placeholder: 'e.g. https://example.com/hero.png',
    displayOptions,
    description:
      'Images to refer to; the prompt calls them "image 1", "image 2" and so on. One URL per line, a list separated by commas, or an array from an expression.',
  },
  {
    displayName: 'Video URLs',
    name: 'videoUrls',
    type: 'string',
    typeOptions: { rows: 2 },
    default: '',
    placeholder: 'e.g. https://example.com/dance.mp4',
    displayOptions,
    description:
      'Videos to refer to; the prompt calls them "video 1", "video 2" and so on. One URL per line, a list separated by commas, or an array from an expression.',
  },
  {
    displayName: 'Audio URLs',
    name: 'audioUrls',
    type: 'string',
    typeOptions: { rows: 2 },
    default: '',
    placeholder: 'e.g. https://example.com/song.mp3',
    displayOptions,
    description:
      'Audio to refer to; the prompt calls it "audio 1", "audio 2" and so on. One URL per line, a list separated by commas, or an array from an expression.',
  },
];
