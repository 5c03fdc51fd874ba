import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';

/** When the caller is answered, in the words of n8n's own Webhook node. */
const respond = { immediately: 'onReceived', whenEnded: 'lastNode' } as const;

const name = 'respond';

export const respondField: INodeProperties = {
  displayName: 'Respond',
  name,
  type: 'options',
  // One that can't be evaluated would make n8n refuse every call before the node is asked.
  noDataExpression: true,
  options: [
    {
      name: 'Immediately',
      value: respond.immediately,
      description: 'As soon as the task is checked, and your workflow starts once per task',
    },
    {
      name: 'When Last Node Finishes',
      value: respond.whenEnded,
      description:
        'When your workflow has ended, without its data, so that the service can call again if it failed or n8n was killed',
    },
  ],
  default: 'onReceived',
  description:
    'When the service gets its answer. Wait for the last node only in short workflows that may run more than once for a task.',
};

/**
 * The field, as n8n itself reads it before the node is called; what is no choice counts as
 * `Immediately`. Without `try`, which n8n 1.85 can't evaluate.
 */
export const responseMode = `={{ $parameter["${name}"] === "${respond.whenEnded}" ? "${respond.whenEnded}" : "${respond.immediately}" }}`;

/** Whether n8n answers the caller when the workflow has ended. */
export const answersAtEnd = (context: IWebhookFunctions): boolean =>
  context.getNodeParameter(name, respond.immediately) === respond.whenEnded;
