import type { Workflow } from '../../../../playground/index.ts';
import { chain } from '../../../../test/e2e/realN8n.ts';

/** A small workflow of somebody else's, which answers its caller at its end. */
export const quickAnswer = (id: string): Workflow =>
  chain(id, [
    {
      name: 'Called',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: id,
      parameters: { httpMethod: 'GET', path: id, responseMode: 'lastNode' },
    },
    {
      name: 'Answer',
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      parameters: { mode: 'raw', jsonOutput: '{ "well": true }' },
    },
  ]);
