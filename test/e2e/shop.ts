import { importWorkflow, publish, waitFor } from '../../playground/index.ts';
import { chain } from './realN8n.ts';
import { createNode, real } from './waiting.ts';

/** A webhook that orders a video for each call; it answers with the item. */
export async function publishShop(id: string, parameters: object) {
  const webhookId = `${id}-hook`;
  await importWorkflow(
    real.client,
    chain(id, [
      {
        name: 'Webhook',
        type: 'n8n-nodes-base.webhook',
        typeVersion: 2,
        webhookId,
        parameters: { httpMethod: 'POST', path: webhookId, responseMode: 'lastNode' },
      },
      createNode({ prompt: `={{ '${id} ' + $json.body.order + ' end' }}`, ...parameters }),
    ]),
  );
  await publish(real.client, id);
  const url = () => `${real.n8n.url}/webhook/${webhookId}`;
  const call = async (order: string) => {
    const body = JSON.stringify({ order });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url(), { method: 'POST', headers, body }).catch(() => undefined);
    // An n8n that is starting answers 200 as well, with a sentence.
    const isItem = answer?.headers.get('content-type')?.includes('json');
    if (answer?.status === 200 && isItem) return (await answer.json()) as Record<string, unknown>;
    return undefined;
  };
  const untilUp = () =>
    waitFor(
      async () => {
        // Of one that is registered, n8n tells a caller with another method what it takes.
        const answer = await fetch(url()).catch(() => undefined);
        return (await answer?.text())?.includes('Did you mean') || undefined;
      },
      120_000,
      () => new Error('The webhook does not answer'),
    );
  await untilUp();
  return { call, untilUp };
}
