import { importWorkflow, publish } from '../../../playground/index.ts';
import { chain } from '../../../test/e2e/realN8n.ts';
import { labelOf } from './setUpRecovery.ts';
import type { Place } from '../place/place.ts';

export const workflowId = 'chaos';
export const deliver = 'Deliver';
const path = 'chaos';

/** The prompt tells which execution asked for a task, for the count alone. */
const promptOf = '={{ $json.body.prompt }} execution {{ $execution.id }}.';

/**
 * Create Video, Wait for Video, and a node that stands for the delivery.
 *
 * @param callbackUrl - of the recovering workflow, where there is one
 */
export async function importOrderWorkflow(
  { client, credential }: Place,
  saveExecutionProgress: boolean,
  callbackUrl?: string,
) {
  const credentials = { videoGenerationApi: credential };
  const options =
    callbackUrl === undefined
      ? {}
      : { callbackUrl, orderLabel: labelOf('{{ $json.body.prompt }}') };
  const workflow = chain(workflowId, [
    {
      name: 'Order',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: path,
      parameters: { path, httpMethod: 'POST', responseMode: 'onReceived' },
    },
    {
      name: 'Create Video',
      type: 'n8n-nodes-video-generation.createVideo',
      credentials,
      parameters: { operation: 'create', prompt: promptOf, options },
    },
    { name: 'Wait for Video', type: 'n8n-nodes-video-generation.waitForVideo', credentials },
    { name: deliver, type: 'n8n-nodes-base.noOp' },
  ]);
  workflow.settings = { ...workflow.settings, saveExecutionProgress };
  await importWorkflow(client, workflow);
  await publish(client, workflowId);
  return {
    request: ({ prompt }: { prompt: string }) => ({ path, body: { prompt } }),
    // While it starts, n8n answers everything with 200 and a page of its own.
    isTaken: (answer: string) => answer.includes('Workflow was started'),
    knowsOrders: false,
  };
}

/** Which execution asked for a task, by its prompt. */
export const executionOf = (prompt: string) => / execution (\d+)\.$/.exec(prompt)?.[1];
