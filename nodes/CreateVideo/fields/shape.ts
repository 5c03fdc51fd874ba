import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';
import { typed, unsent } from '../Inputs';

interface List {
  name: string;
  displayName: string;
  description: string;
  /** The values in use, with names for people. */
  values: readonly INodePropertyOptions[];
  /** Type and default of the field for any other value. */
  other: Pick<INodeProperties, 'name' | 'type' | 'typeOptions' | 'default' | 'placeholder'>;
  /** What people look for and do not find on the list. */
  elsewhere: string;
  /** How to write another value. */
  example: string;
}

/** A list of the values in use, and a field for those that the service takes besides. */
function listWithOther({ values, other, elsewhere, example, ...list }: List): INodeProperties[] {
  return [
    {
      ...list,
      type: 'options',
      // An expression may come to any value that the service takes.
      allowArbitraryValues: true,
      options: [
        { name: 'Service’s Default', value: unsent, description: 'The service decides' },
        ...values,
        { name: 'Other…', value: typed, description: elsewhere },
      ],
      default: unsent,
    },
    {
      ...other,
      displayName: `Other ${list.displayName}`,
      displayOptions: { show: { [list.name]: [typed] } },
      description: `${example} The service doesn’t list all the values it takes, so try one video first.`,
    },
  ];
}

/** What a ratio of width to height is for; nothing else is known of a value that is none. */
function nameRatio(ratio: string): INodePropertyOptions {
  const [width = 0, height = 0] = ratio.split(':').map(Number);
  if (!(width > 0 && height > 0))
    return { name: ratio.charAt(0).toUpperCase() + ratio.slice(1), value: ratio };
  const shape = width > height ? 'Landscape' : width < height ? 'Portrait, for Phones' : 'Square';
  return { name: `${shape} (${ratio})`, value: ratio };
}

const { duration, aspectRatio, quality } = requestFieldExamples;

export const shapeFields: INodeProperties[] = [
  ...listWithOther({
    displayName: 'Duration',
    name: 'duration',
    description: 'How long the video should be',
    values: duration.map((value) => ({ name: `${value} Seconds`, value })),
    other: {
      name: 'otherDuration',
      type: 'number',
      typeOptions: { minValue: 1, numberPrecision: 0 },
      default: duration[0],
    },
    elsewhere: 'Any other length',
    example: 'In whole seconds.',
  }),
  ...listWithOther({
    displayName: 'Aspect Ratio',
    name: 'aspectRatio',
    description: 'What shape the video should have',
    values: aspectRatio.map(nameRatio),
    other: {
      name: 'otherAspectRatio',
      type: 'string',
      default: '',
      placeholder: 'e.g. 9:16',
    },
    elsewhere: 'Any other shape, such as 9:16 for a portrait video',
    example: 'Width to height, such as 9:16 for a portrait video on phones.',
  }),
  ...listWithOther({
    displayName: 'Quality',
    name: 'quality',
    description: 'How sharp the video should be',
    values: quality.map((value) => ({ name: value, value })),
    other: {
      name: 'otherQuality',
      type: 'string',
      default: '',
      placeholder: `e.g. ${quality[0]}`,
    },
    elsewhere: 'Any other label that the service knows',
    example: `Write it as the service does, such as ${quality[0]}.`,
  }),
];
