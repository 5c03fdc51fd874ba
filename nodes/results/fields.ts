import type { INodeProperties } from 'n8n-workflow';
import { taskField } from '../generated/contract';
import { defaultSettings } from '../look/settings';

export const outputChoices = ['simplified', 'selected', 'everything'] as const;

// n8n's package scan reads a default by plain name only, and a boolean as it stands.
const intervalSeconds = defaultSettings.intervalMs / 1000;
const timeLimitMinutes = defaultSettings.timeoutMs / 60_000;

/** Not shown in a tool: a model can do nothing with a file. */
export const downloadField: INodeProperties = {
  displayName: 'Download Video',
  name: 'download',
  type: 'boolean',
  default: true,
  displayOptions: { hide: { '@tool': [true] } },
  description:
    'Whether to download the file too, into the field "data" under Binary, so that you can play it and pass it on',
};

/** How much leaves the node with an item. */
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

/** What a person may want of a wait and its results, for a collection named `options`. */
export const waitOptions: INodeProperties[] = [
  {
    displayName: 'Check Every (Seconds)',
    name: 'intervalSeconds',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: intervalSeconds,
    description: 'How often to ask the service about each video. In a long wait we ask less often.',
  },
  {
    displayName: 'File Name',
    name: 'fileName',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.product }}',
    description:
      'Your own name for the downloaded file. Without this option it is named after the task.',
    displayOptions: { show: { '/download': [true] } },
  },
  {
    displayName: 'Stay Awake',
    name: 'stayAwake',
    type: 'boolean',
    default: false,
    description:
      'Whether to keep the execution running while it waits. That saves n8n some work when videos take only seconds. But if n8n restarts meanwhile, the execution is lost, and Retry orders and pays for all rows of Create Video again.',
  },
  {
    displayName: 'Time Limit (Minutes)',
    name: 'timeLimitMinutes',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: timeLimitMinutes,
    description:
      'How long to wait for each video. A task that takes longer isn’t lost: wait for it again with the same ID, which costs nothing.',
  },
];

/** By the letters alone: the first comparison by a language's rules would take n8n 6 ms. */
const sortKey = ({ displayName }: INodeProperties) => displayName.toLowerCase();

/** The one collection of a node’s form, in alphabetical order, which n8n's lint rules ask for. */
export const optionsCollection = (options: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [...options].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
});
