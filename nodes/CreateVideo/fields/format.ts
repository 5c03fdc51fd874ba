import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { requestFieldExamples } from '../../generated/contract';
import { serviceDefault } from '../order/FormRow';

/** A list of the values in use; any other comes by an expression. */
const listOf = (
  displayName: string,
  name: string,
  values: readonly INodePropertyOptions[],
  meaning: string,
): INodeProperties => ({
  displayName,
  name,
  type: 'options',
  allowArbitraryValues: true,
  options: [{ name: 'Service’s Default', value: serviceDefault }, ...values],
  default: serviceDefault,
  description: `${meaning} For a value that isn’t listed, switch to Expression. Try one video first: the service doesn’t list the values it accepts.`,
});

/** What a ratio of width to height is for; nothing else is known of a value that is none. */
function nameRatio(ratio: string): INodePropertyOptions {
  const [width = 0, height = 0] = ratio.split(':').map(Number);
  if (!(width > 0 && height > 0))
    return {
      name: ratio.charAt(0).toUpperCase() + ratio.slice(1),
      value: ratio,
      description: 'The service picks the shape',
    };
  const shape = width > height ? 'Landscape' : width < height ? 'Portrait' : 'Square';
  return { name: `${shape} (${ratio})`, value: ratio };
}

const { duration, aspectRatio, quality } = requestFieldExamples;

/** With the shapes that people ask for first, though the service shows no example of them. */
const ratios = [...new Set<string>([...aspectRatio, '9:16', '1:1'])];

export const formatFields: INodeProperties[] = [
  listOf(
    'Duration',
    'duration',
    duration.map((value) => ({ name: `${value} Seconds`, value })),
    'How many seconds the video should last.',
  ),
  listOf(
    'Aspect Ratio',
    'aspectRatio',
    ratios.map(nameRatio),
    'What shape the video should have, as width to height.',
  ),
  listOf(
    'Quality',
    'quality',
    quality.map((value) => ({ name: value, value })),
    'How sharp the video should be, as the service writes it.',
  ),
];
