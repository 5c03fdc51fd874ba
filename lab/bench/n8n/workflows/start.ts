import { chain } from '../../../../test/e2e/realN8n.ts';
import type { Workflow } from '../../../../playground/index.ts';

export type Step = { name: string; type: string } & Record<string, unknown>;

/** Where every workflow's items have arrived: what a user would do with the finished video. */
export const doneNode = 'Done';

/**
 * A workflow that a webhook starts, as in production, with one item for each entry of the body's
 * `items`.
 */
export const onWebhook = (id: string, steps: Step[]): Workflow =>
  chain(id, [
    {
      name: 'Start',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: id,
      parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived' },
    },
    {
      name: 'Items',
      type: 'n8n-nodes-base.splitOut',
      parameters: { fieldToSplitOut: 'body.items' },
    },
    ...steps,
    { name: doneNode, type: 'n8n-nodes-base.noOp' },
  ]);
