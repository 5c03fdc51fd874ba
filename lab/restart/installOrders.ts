import {
  importCredential,
  importWorkflow,
  publish,
  type N8nClient,
} from '../../playground/index.ts';
import { chain } from '../../test/e2e/realN8n.ts';

/** A workflow that a webhook starts, and that orders videos. */
interface OrderWorkflow {
  /** The path of its webhook as well. */
  id: string;
  /** When the webhook answers. */
  responseMode: 'onReceived' | 'lastNode';
  /** What comes between the webhook and Create Video. */
  between?: Parameters<typeof chain>[1];
  /** The parameters of Create Video. */
  parameters: Record<string, unknown>;
}

/** Imports and publishes the workflow, with an account at the service. */
export async function installOrders(
  client: N8nClient,
  serviceUrl: string,
  { id, responseMode, between = [], parameters }: OrderWorkflow,
): Promise<void> {
  const credential = await importCredential(client, {
    name: 'Service',
    type: 'videoGenerationApi',
    data: { baseUrl: serviceUrl, apiKey: `${id}-key` },
  });
  const start = {
    name: 'Deliver',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    webhookId: id,
    parameters: { httpMethod: 'POST', path: id, responseMode },
  };
  const create = {
    name: 'Create Video',
    type: 'n8n-nodes-video-generation.createVideo',
    credentials: { videoGenerationApi: credential },
    parameters,
  };
  await importWorkflow(client, chain(id, [start, ...between, create]));
  await publish(client, id);
}
