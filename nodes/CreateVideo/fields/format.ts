import { requestField, requestFieldExamples } from '../../generated/contract';
import { isBlank, numberFrom, readText, type Reader } from '../../parameters/readValue';
import { take, type RequestPart } from './FormRow';

/** The choice that sends nothing. */
const serviceDefault = 'serviceDefault';

const readPlain: Reader<unknown> = (value, label) =>
  readText(value, label, 'Choose a value from the list.');

/**
 * A list of values, beside which an expression may give others.
 *
 * @param ours - values that people ask for, though the service may not say that it takes them
 */
function picked<Value extends string | number>(
  displayName: string,
  name: 'duration' | 'aspectRatio' | 'quality',
  ours: Value[],
  meaning: string,
  nameOf: (value: Value) => string = String,
  read = readPlain,
): RequestPart {
  const shown: readonly unknown[] = requestFieldExamples[name];
  const options = [...new Set([...ours, ...(shown as Value[])])].map((value) => ({
    name: nameOf(value),
    value,
    ...(!shown.includes(value) && {
      description: 'The service doesn’t say whether it accepts this',
    }),
  }));
  const leftOut = {
    name: 'Service’s Default',
    value: serviceDefault,
    description: 'Nothing is sent, and the service decides. It can affect the price.',
  };
  return {
    fields: [
      {
        displayName,
        name,
        type: 'options',
        allowArbitraryValues: true,
        options: [leftOut, ...options],
        default: serviceDefault,
        description: `${meaning} For other values, switch to Expression. Try one video first.`,
      },
    ],
    read(row) {
      const value = row.field(name);
      const isLeftOut = value === serviceDefault || isBlank(value);
      return { [requestField[name]]: isLeftOut ? undefined : take(row, read(value, displayName)) };
    },
  };
}

function nameRatio(ratio: string): string {
  const [width = 0, height = 0] = ratio.split(':').map(Number);
  if (!(width > 0 && height > 0)) return ratio.charAt(0).toUpperCase() + ratio.slice(1);
  const shape = width > height ? 'Landscape' : width < height ? 'Portrait' : 'Square';
  return `${shape} (${ratio})`;
}

export const formatParts = [
  picked(
    'Duration',
    'duration',
    [4, 5, 6, 8, 10, 15],
    'How many seconds the video should last.',
    (seconds) => `${seconds} Seconds`,
    // Some services choose the length themselves if it is -1.
    numberFrom(-Infinity, Infinity, 'whole number'),
  ),
  picked(
    'Aspect Ratio',
    'aspectRatio',
    ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', 'adaptive'],
    'What shape the video should have, as width to height. With Adaptive, the service picks it.',
    nameRatio,
  ),
  picked(
    'Quality',
    'quality',
    ['480p', '720p', '1080p'],
    'How sharp the video should be, as the service writes it.',
  ),
];
