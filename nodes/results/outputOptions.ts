import type { INodeProperties } from 'n8n-workflow';
import { taskField } from '../generated/contract';
import {
  type Form,
  choiceOf,
  nameValue,
  readList,
  readSwitch,
  type Read,
} from '../parameters/readValue';
import type { Fields } from '../tasks/taskJson';

const outputChoices = ['simplified', 'selected', 'everything'] as const;

export const outputOptions: INodeProperties[] = [
  {
    displayName: 'Keep Input Fields',
    name: 'keepInput',
    type: 'boolean',
    default: true,
    description:
      'Whether each item keeps the fields that it came with. One that is called like a field of the video comes out as "inputId", "inputStatus" and so on.',
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    options: [
      {
        name: 'Simplified',
        value: 'simplified',
        description:
          'The ID, the status, the address of the video, your label, whether it was paid, and what the service says it cost',
      },
      {
        name: 'Selected Fields',
        value: 'selected',
        description: 'Only the fields that you name',
      },
      {
        name: 'Raw',
        value: 'everything',
        description: 'All that the service said, and how the wait went',
      },
    ],
    default: 'simplified',
    description: 'How much comes out for each video',
  },
  {
    displayName: 'Output Fields',
    name: 'outputFields',
    type: 'string',
    default: 'status, videoUrl',
    placeholder: 'e.g. status, videoUrl, progress',
    displayOptions: { show: { output: ['selected'] } },
    description: `The fields that you want, separated by commas. The ${taskField.id} always comes along.`,
  },
];

/** What comes out for an item. */
export interface Shape {
  /** The fields about the task, in this order; absent for all. */
  fields?: readonly string[];
  keepInput: boolean;
}

const { id, status, progress } = taskField;

const simplified = [
  id,
  status,
  'videoUrl',
  'label',
  'paid',
  // What it cost, in the service's own units.
  'usage',
  'outcome',
  'taskError',
  'finished',
  progress,
  'orderedBefore',
  'orderKey',
  'changedSinceOrdered',
];
/** Means nothing once there is a video. */
const ofNoVideo = ['outcome', progress];

/** @param isTool - nobody would miss the input fields of an agent's call */
export async function readShape({ field }: Pick<Form, 'field'>, isTool: boolean): Promise<Shape> {
  const choice = await field('options.output', 'Output', 'simplified', choiceOf(outputChoices));
  const keepInput = await field('options.keepInput', 'Keep Input Fields', !isTool, readSwitch);
  if (choice === 'everything') return { keepInput };
  if (choice === 'simplified') return { keepInput, fields: simplified };
  const byDefault = [status, 'videoUrl'];
  const named = await field('options.outputFields', 'Output Fields', byDefault, readNames);
  return { keepInput, fields: [id, ...named] };
}

function readNames(value: unknown, label: string): Read<string[]> {
  const named = readList(value, (text) => text.split(/[,\n]/));
  const names = named.filter((name) => typeof name === 'string');
  if (names.length > 0) return { value: names };
  return { problem: `${label} must name at least one field, but it is ${nameValue(value)}.` };
}

/** Picks the wanted fields; the address comes early, so that n8n's table shows it. */
export function shapeJson(json: Fields, { fields }: Shape): Fields {
  const names = fields ?? new Set([id, status, 'videoUrl', ...Object.keys(json)]);
  const left = fields === simplified && json.videoUrl !== undefined ? ofNoVideo : [];
  const isWanted = (name: string) =>
    Object.hasOwn(json, name) && json[name] !== undefined && !left.includes(name);
  return Object.fromEntries([...names].filter(isWanted).map((name) => [name, json[name]]));
}
