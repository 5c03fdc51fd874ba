import type { INodeProperties } from 'n8n-workflow';
import { finalTaskStatuses, taskStatus } from '../generated/contract';

const choices: Record<(typeof finalTaskStatuses)[number], { name: string; action: string }> = {
  [taskStatus.completed]: { name: 'Completed', action: 'When a video is ready' },
  [taskStatus.failed]: { name: 'Failed', action: 'When a video has failed' },
};

/** The caller is answered when the workflow has ended, in the word of n8n's own Webhook node. */
export const atEnd = 'lastNode';

export const triggerFields: INodeProperties[] = [
  {
    displayName:
      'Paste this node’s production URL into the option Callback URL of <b>Create Video</b>. Anyone who knows this URL can call it, so we always check with the service before your workflow starts.',
    name: 'urlNotice',
    type: 'notice',
    default: '',
  },
  {
    // n8n's editor makes its list of triggers from a field that goes by this name.
    displayName: 'Trigger On',
    name: 'statuses',
    type: 'multiOptions',
    required: true,
    options: finalTaskStatuses.map((status) => ({ value: status, ...choices[status] })),
    default: [...finalTaskStatuses],
    description: 'Which results start your workflow',
  },
  {
    displayName: 'Respond',
    name: 'respond',
    type: 'options',
    // One that can't be evaluated would make n8n refuse every call before the node is asked.
    noDataExpression: true,
    options: [
      {
        name: 'Immediately',
        value: 'onReceived',
        description: 'As soon as the task is checked, and your workflow starts once per task',
      },
      {
        name: 'When Last Node Finishes',
        value: atEnd,
        description:
          'When your workflow has ended, without its data, so that the service can call again if it failed or n8n was killed',
      },
    ],
    default: 'onReceived',
    description:
      'When the service gets its answer. Wait for the last node only in short workflows that may run more than once for a task.',
  },
];

/**
 * The field, as n8n itself reads it before the node is called; what is no choice counts as
 * `Immediately`. Without `try`, which n8n 1.85 can't evaluate.
 */
export const responseMode = `={{ $parameter["respond"] === "${atEnd}" ? "${atEnd}" : "onReceived" }}`;
