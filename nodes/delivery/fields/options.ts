import type { INodeProperties } from 'n8n-workflow';
import { defaultMaxFileMegabytes } from '../readParameters';
import { requestsAtOnceField } from '../../parameters/requestsAtOnce';
import { sleepFields } from '../../sleeping/choices';
import { defaultSettings } from '../../waiting/settings';

// n8n's package scan reads a default by plain name only, and a boolean as it stands.
const intervalSeconds = defaultSettings.intervalMs / 1000;

const outcomeChoices = [
  {
    name: 'Fail',
    value: 'fail',
    description: 'The node fails, or the item goes to the error branch',
  },
  {
    name: 'Output the Item',
    value: 'output',
    description: 'The item comes out like the others, with the status that the task has',
  },
];

export const optionFields: INodeProperties[] = [
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      sleepFields.watch,
      {
        displayName: 'Check Every (Seconds)',
        name: 'intervalSeconds',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: intervalSeconds,
        description: 'Time between two looks at the same task',
      },
      sleepFields.release,
      {
        displayName: 'Follow the Progress',
        name: 'followProgress',
        type: 'boolean',
        default: true,
        description:
          'Whether to look less often while a task is far from its end and more often when it is near, with no more looks in total',
      },
      {
        displayName: 'Largest File (MB)',
        name: 'maxFileMegabytes',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: defaultMaxFileMegabytes,
        description: 'A video that is larger is not downloaded, and the item fails',
        displayOptions: { show: { '/download': [true] } },
      },
      {
        displayName: 'Other Final Statuses',
        name: 'otherFinalStatuses',
        type: 'string',
        default: '',
        placeholder: 'e.g. canceled, expired',
        description:
          'Further statuses that end the wait without a video, separated by commas. The node already knows "pending", "completed" and "failed"; any other status means "not finished yet" unless you list it here.',
      },
      requestsAtOnceField,
      sleepFields.subWorkflowMaySleep,
      sleepFields.stayAwake,
      {
        displayName: 'When a Task Fails',
        name: 'onTaskFailure',
        type: 'options',
        options: outcomeChoices,
        default: 'fail',
        description: 'What to do with a task that ended without a video',
      },
      {
        displayName: 'When Time Runs Out',
        name: 'onTimeout',
        type: 'options',
        options: outcomeChoices,
        default: 'fail',
        description: 'What to do with a task that is not finished when the time limit passes',
      },
    ],
  },
];
