import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';
import { typed, serviceDefault } from '../order/formChoices';

interface List {
  name: string;
  displayName: string;
  description: string;
  /** The values in use, with names for people. */
  values: readonly INodePropertyOptions[];
  /** Type and default of the field for any other value. */
  other: Pick<INodeProperties, 'name' | 'type' | 'typeOptions' | 'default' | 'placeholder'>;
  /** How to write another value. */
  example: string;
}

/** A list of the values in use. */
const listOf = ({ name, displayName, description, values }: List): INodeProperties => ({
  displayName,
  name,
  description,
  type: 'options',
  // An expression may come to any value that the service takes.
  allowArbitraryValues: true,
  options: [
    { name: 'Service’s Default', value: serviceDefault },
    ...values,
    { name: 'Other…', value: typed },
  ],
  default: serviceDefault,
});

/** A field for the values that the service takes besides. */
const otherOf = ({ name, displayName, other, example }: List): INodeProperties => ({
  ...other,
  displayName: `Other ${displayName}`,
  displayOptions: { show: { [name]: [typed] } },
  description: `${example} Try one video first: the service doesn’t list the values it accepts.`,
});

/** What a ratio of width to height is for; nothing else is known of a value that is none. */
function nameRatio(ratio: string, hint = ''): INodePropertyOptions {
  const [width = 0, height = 0] = ratio.split(':').map(Number);
  if (!(width > 0 && height > 0))
    return {
      name: ratio.charAt(0).toUpperCase() + ratio.slice(1),
      value: ratio,
      description: 'The service picks the shape. Try one video first.',
    };
  const shape = width > height ? 'Landscape' : width < height ? 'Portrait' : 'Square';
  return { name: `${shape} (${ratio})`, value: ratio, ...(hint && { description: hint }) };
}

const { duration, aspectRatio, quality } = requestFieldExamples;

const toTry = 'Try one video first: the service doesn’t say whether it accepts this';
/** Shapes that people ask for first, though the service shows no example of them. */
const unproven = ['9:16', '1:1']
  .filter((ratio) => !(aspectRatio as readonly string[]).includes(ratio))
  .map((ratio) => nameRatio(ratio, toTry));

const durationList: List = {
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
  example: 'In whole seconds.',
};

const aspectRatioList: List = {
  displayName: 'Aspect Ratio',
  name: 'aspectRatio',
  description: 'What shape the video should have',
  values: [...aspectRatio.map((ratio) => nameRatio(ratio)), ...unproven],
  other: {
    name: 'otherAspectRatio',
    type: 'string',
    default: '',
    placeholder: 'e.g. 4:3',
  },
  example: 'Width to height, such as 4:3.',
};

const qualityList: List = {
  displayName: 'Quality',
  name: 'quality',
  description: 'How sharp the video should be',
  values: quality.map((value) => ({ name: value, value })),
  other: {
    name: 'otherQuality',
    type: 'string',
    default: '',
    placeholder: 'e.g. 1080p',
  },
  example: 'As the service writes it, such as 1080p.',
};

export const shapeFields: INodeProperties[] = [durationList, aspectRatioList, qualityList].flatMap(
  (list) => [listOf(list), otherOf(list)],
);
