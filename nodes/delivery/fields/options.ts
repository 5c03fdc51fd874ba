import type { INodeProperties } from 'n8n-workflow';
import { taskStatus } from '../../generated/contract';
import { sleepFields } from '../../sleeping/choices';

export const defaultMaxFileMegabytes = 1000;

const outcomeChoices = [
  {
    name: 'Fail',
    value: 'fail',
    description: 'The node fails, or the item goes to the error branch',
  },
  {
    name: 'Output the Item',
    value: 'output',
    description: 'The item comes out like the others, with the status of its task',
  },
];

const knownStatuses = Object.values(taskStatus).map((status) => `"${status}"`);

/** What a person may want of the results, for a collection named `options`; alphabetical. */
export const resultOptions: INodeProperties[] = [
  sleepFields.release,
  {
    displayName: 'Largest File (MB)',
    name: 'maxFileMegabytes',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: defaultMaxFileMegabytes,
    description: 'A larger video isn’t downloaded, and its item fails',
    displayOptions: { show: { '/download': [true] } },
  },
  {
    displayName: 'Other Final Statuses',
    name: 'otherFinalStatuses',
    type: 'string',
    default: '',
    placeholder: 'e.g. archived, withdrawn',
    description: `More statuses that end the wait without a video, separated by commas. The node knows ${knownStatuses.join(', ')}; it reads words such as "canceled", "expired" or "error" as an end once it has seen them twice, and any other status as "not finished yet".`,
  },
  {
    displayName: 'When a Task Fails',
    name: 'onTaskFailure',
    type: 'options',
    options: outcomeChoices,
    default: 'fail',
    description: 'What happens to an item whose task ended without a video',
  },
  {
    displayName: 'When Time Runs Out',
    name: 'onTimeout',
    type: 'options',
    options: outcomeChoices,
    default: 'fail',
    description: 'What happens to an item whose video isn’t ready by the time limit',
  },
];
