import type { INodeProperties } from 'n8n-workflow';
import { requestsAtOnceField } from '../../parameters/requestsAtOnce';
import { sleepFields } from '../../sleeping/choices';
import { defaultSettings } from '../../waiting/settings';

// n8n's package scan reads a default by plain name only, and a boolean as it stands.
const intervalSeconds = defaultSettings.intervalMs / 1000;

/** How the wait goes on: what few people ever need to change. */
export const waitSettings: INodeProperties[] = [
  sleepFields.watch,
  {
    displayName: 'Check Every (Seconds)',
    name: 'intervalSeconds',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: intervalSeconds,
    description: 'How much time passes between two looks at the same task',
  },
  {
    displayName: 'Follow the Progress',
    name: 'followProgress',
    type: 'boolean',
    default: true,
    description:
      'Whether to look less often at first and more often when a video is nearly ready, with no more looks in total',
  },
  requestsAtOnceField,
  sleepFields.subWorkflowMaySleep,
  sleepFields.stayAwake,
];

/** The collection of the form that {@link openForm} reads them from. */
export const waitingCollection = (options: INodeProperties[]): INodeProperties => ({
  displayName: 'Waiting',
  name: 'waiting',
  type: 'collection',
  placeholder: 'Add setting',
  default: {},
  options,
});
