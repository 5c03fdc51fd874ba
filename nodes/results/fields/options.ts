import type { INodeProperties } from 'n8n-workflow';
import { defaultSettings } from '../../look/settings';

// n8n's package scan reads a default by plain name only, and a boolean as it stands.
const intervalSeconds = defaultSettings.intervalMs / 1000;
const timeLimitMinutes = defaultSettings.timeoutMs / 60_000;

/** What a person may want of a wait and its results, for a collection named `options`. */
export const waitOptions: INodeProperties[] = [
  {
    displayName: 'Check Every (Seconds)',
    name: 'intervalSeconds',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: intervalSeconds,
    description: 'How much time passes between two looks at the same task',
  },
  {
    displayName: 'Stay Awake',
    name: 'stayAwake',
    type: 'boolean',
    default: false,
    description:
      'Whether to keep the execution running while it waits, instead of putting it to sleep. A running execution is lost when n8n restarts.',
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

/** The one collection of a node’s form, in alphabetical order. */
export const optionsCollection = (options: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [...options].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
});
