import { setTimeout } from 'node:timers/promises';
import { waitFor } from '../../playground/index.ts';
import { promptTaking } from '../bench/service/tasks.ts';
import { startService } from '../bench/service/startService.ts';
import { countAsleep, listExecutions } from '../executions.ts';
import { startSinglePlace } from './batchPlace.ts';
import { installOrders } from './installOrders.ts';

/** What one execution costs n8n while it sleeps, and nothing else does. */
export interface PlayedLone {
  minutes: number;
  /** Seconds behind the moment when it fell asleep at which n8n stored it again. */
  storedAtSeconds: number[];
  /** What n8n stores each time. */
  storedBytes: number;
  /** How often the service was asked for its task. */
  looks: number;
}

const workflowId = 'lone';

/** Lets one execution sleep in a real n8n, and counts how often n8n stores it. */
export async function playLone(minutes: number, packed: string): Promise<PlayedLone> {
  const service = await startService();
  const place = await startSinglePlace(packed);
  const { client } = place;
  const read = async () => {
    const [{ id } = { id: '' }] = await listExecutions(client, workflowId);
    return await client.get<{ waitTill: string | null; data: string }>(`/rest/executions/${id}`);
  };
  try {
    await installOrders(client, service.url, {
      id: workflowId,
      responseMode: 'onReceived',
      parameters: {
        operation: 'createAndWait',
        prompt: promptTaking(2 * 60 * minutes),
        timeLimitMinutes: 4 * minutes,
      },
    });
    await waitFor(
      async () =>
        (await fetch(`${place.webhookUrl}/webhook/${workflowId}`, { method: 'POST' })).ok ||
        undefined,
      30_000,
      () => new Error('The webhook does not answer'),
    );
    await waitFor(
      async () => (await countAsleep(client, workflowId)) === 1 || undefined,
      60_000,
      () => new Error('It did not fall asleep'),
    );
    const sinceMs = Date.now();
    const storedAtSeconds: number[] = [];
    let last = await read();
    while (Date.now() < sinceMs + minutes * 60_000) {
      await setTimeout(500);
      const now = await read();
      // It stores another timer each time; while it is awake, there is none.
      if (now.waitTill !== null && now.waitTill !== last.waitTill) {
        storedAtSeconds.push(Math.round((Date.now() - sinceMs) / 1_000));
        last = now;
      }
    }
    const looks = service.requests.filter(({ method }) => method === 'GET').length;
    return { minutes, storedAtSeconds, storedBytes: last.data.length, looks };
  } finally {
    await place.stop();
    await service.stop();
  }
}
