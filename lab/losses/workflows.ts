import { chain } from '../../test/e2e/realN8n.ts';
import type { Workflow } from '../../playground/index.ts';

/** A workflow of n8n's own nodes: webhook, a step that is stored, a wait, the end. */
export function waits(id: string, seconds: number): Workflow {
  const made = chain(id, [
    {
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: id,
      parameters: { path: id, httpMethod: 'POST', responseMode: 'onReceived' },
    },
    { name: 'Step', type: 'n8n-nodes-base.noOp' },
    {
      name: 'Wait',
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      webhookId: `${id}-wait`,
      parameters: { amount: seconds, unit: 'seconds' },
    },
    { name: 'End', type: 'n8n-nodes-base.noOp' },
  ]);
  made.settings = { ...made.settings, saveExecutionProgress: true };
  return made;
}
