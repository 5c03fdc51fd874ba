import type { INodeProperties } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';
import { serviceDefault } from '../order/FormRow';

const { duration, aspectRatio, quality } = requestFieldExamples;

/** What people ask for besides the values that the service shows; whether it takes them, it doesn't say. */
const ours = {
  durations: [4, 5, 6, 8, 10, 15],
  ratios: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', 'adaptive'],
  qualities: ['480p', '720p', '1080p'],
};

/** A list of the service's values and ours; any other comes by an expression. */
const listOf = <Value extends string | number>(
  displayName: string,
  name: string,
  shown: readonly Value[],
  values: readonly Value[],
  nameOf: (value: Value) => string,
  meaning: string,
): INodeProperties => ({
  displayName,
  name,
  type: 'options',
  allowArbitraryValues: true,
  options: [
    {
      name: 'Service’s Default',
      value: serviceDefault,
      description: 'Nothing is sent, and the service decides. It can affect the price.',
    },
    ...[...new Set([...values, ...shown])].map((value) => ({
      name: nameOf(value),
      value,
      ...(!shown.includes(value) && {
        description: 'The service doesn’t say whether it accepts this',
      }),
    })),
  ],
  default: serviceDefault,
  description: `${meaning} For other values, switch to Expression. Try one video first.`,
});

/** What a ratio of width to height is for; nothing else is known of a value that is none. */
function nameRatio(ratio: string): string {
  const [width = 0, height = 0] = ratio.split(':').map(Number);
  if (!(width > 0 && height > 0)) return ratio.charAt(0).toUpperCase() + ratio.slice(1);
  const shape = width > height ? 'Landscape' : width < height ? 'Portrait' : 'Square';
  return `${shape} (${ratio})`;
}

export const formatFields: INodeProperties[] = [
  listOf<number>(
    'Duration',
    'duration',
    duration,
    ours.durations,
    (value) => `${value} Seconds`,
    'How many seconds the video should last.',
  ),
  listOf<string>(
    'Aspect Ratio',
    'aspectRatio',
    aspectRatio,
    ours.ratios,
    nameRatio,
    'What shape the video should have, as width to height. With Adaptive, the service picks it.',
  ),
  listOf<string>(
    'Quality',
    'quality',
    quality,
    ours.qualities,
    (value) => value,
    'How sharp the video should be, as the service writes it.',
  ),
];
