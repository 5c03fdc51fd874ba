import type { INodeProperties } from 'n8n-workflow';
import { defaultSuspension } from '../readParameters';

// n8n's package scan reads a default by plain name only.
const checkInSeconds = defaultSuspension.checkInMs / 1000;
const stayAwakeSeconds = defaultSuspension.stayAwakeMs / 1000;

const inSuspendMode = { show: { waitMode: ['suspend'] } };

export const waitModeFields: INodeProperties[] = [
  {
    displayName: 'Wait Mode',
    name: 'waitMode',
    type: 'options',
    noDataExpression: true,
    options: [
      {
        name: 'In This Execution',
        value: 'poll',
        description: 'Keeps the execution running; notices a finished video within seconds',
      },
      {
        name: 'Suspend the Execution',
        value: 'suspend',
        description:
          'Stores the execution while it waits; survives a restart of n8n and costs nothing',
      },
    ],
    default: 'poll',
    description: 'How the workflow waits',
  },
  {
    displayName:
      'Connect the output <b>Check Again</b> back to the input of this node. Items leave by <b>Finished</b>.',
    name: 'loopNotice',
    type: 'notice',
    default: '',
    displayOptions: inSuspendMode,
  },
  {
    displayName: 'Check In Every (Seconds)',
    name: 'checkInSeconds',
    type: 'number',
    typeOptions: { minValue: 65 },
    default: checkInSeconds,
    displayOptions: inSuspendMode,
    description:
      'How often the suspended execution wakes to look at its tasks. A callback to the execution wakes it at once.',
  },
  {
    displayName: 'Stay Awake First For (Seconds)',
    name: 'stayAwakeSeconds',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: stayAwakeSeconds,
    displayOptions: inSuspendMode,
    description:
      'How long to wait in the execution before it is suspended, for videos that are quick',
  },
  {
    displayName: 'Finished Items',
    name: 'release',
    type: 'options',
    options: [
      {
        name: 'All Together',
        value: 'together',
        description: 'Items are kept until the last one is finished',
      },
      {
        name: 'As They Come',
        value: 'asTheyCome',
        description:
          'Items that are finished go on while others wait. The node connected to Finished must stand higher on the canvas than this one, or n8n runs it last.',
      },
    ],
    default: 'together',
    displayOptions: inSuspendMode,
    description: 'When items leave this node',
  },
];
