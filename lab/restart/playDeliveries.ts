import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { readExecution, type N8nClient } from '../../playground/index.ts';
import { startService } from '../bench/service/startService.ts';
import { countOpen, listExecutions } from '../executions.ts';
import { seededRandom } from '../random.ts';
import type { BatchPlace } from './batchPlace.ts';
import { installOrders } from './installOrders.ts';

/** Orders with a key that senders deliver several times, while n8n is killed now and then. */
export interface Deliveries {
  orders: number;
  deliveries: number;
  kills: number;
  seed: number;
}

/** What became of the orders. */
export interface PlayedDeliveries extends Deliveries {
  /** How many executions ended how. */
  statuses: Record<string, number>;
  /** Orders that were paid once, and more than once. */
  once: number;
  twice: number;
  /** Orders that were never paid, and those of them that no failed execution names. */
  never: number;
  unnamed: number;
  seconds: number;
}

const workflowId = 'deliveries';
const sendersAtOnce = 20;
const readAtOnce = 10;
/** The deliveries of an order come as close to each other as this many others. */
const spread = 40;

/** Delivers keyed orders to a real n8n that is killed meanwhile, until n8n has taken each delivery. */
export async function playDeliveries(
  played: Deliveries,
  startPlace: () => Promise<BatchPlace>,
): Promise<PlayedDeliveries> {
  const service = await startService();
  service.reset({ latencyMs: 100 });
  const place = await startPlace().catch(async (error: unknown) => {
    await service.stop();
    throw error;
  });
  const startMs = Date.now();
  try {
    await installOrders(place.client, service.url, {
      id: workflowId,
      responseMode: 'lastNode',
      parameters: {
        operation: 'create',
        prompt: '={{ $json.body.prompt }}',
        options: { orderKey: '={{ $json.body.key }}' },
      },
    });
    await deliverAll(played, place);
    await untilQuiet(place.client);
    const perPrompt = new Map<string, number>();
    for (const { prompt } of service.tasks.values())
      perPrompt.set(prompt, (perPrompt.get(prompt) ?? 0) + 1);
    const all = await listExecutions(place.client, workflowId);
    const counts = Array.from({ length: played.orders }, (_, order) => ({
      prompt: promptOf(order),
      times: perPrompt.get(promptOf(order)) ?? 0,
    }));
    const never = counts.filter(({ times }) => times === 0);
    const failed = all.filter(({ status }) => status !== 'success');
    const text = await readAll(place.client, never.length === 0 ? [] : failed);
    return {
      ...played,
      statuses: countBy(all.map(({ status }) => status)),
      once: counts.filter(({ times }) => times === 1).length,
      twice: counts.filter(({ times }) => times > 1).length,
      never: never.length,
      unnamed: never.filter(({ prompt }) => !text.includes(`${prompt}"`)).length,
      seconds: Math.round((Date.now() - startMs) / 1_000),
    };
  } finally {
    await place.stop();
    await service.stop();
  }
}

/** Sends each delivery until n8n has answered what came of it, as a careful sender does. */
async function deliverAll(
  { orders, deliveries, kills, seed }: Deliveries,
  place: BatchPlace,
): Promise<void> {
  const random = seededRandom(seed);
  const queue = Array.from({ length: deliveries }, (_, index) => {
    const order = index % orders;
    return { order, at: order + random() * spread };
  }).sort((one, other) => one.at - other.at);
  let sent = 0;
  const killsAt = Array.from({ length: kills }, (_, kill) =>
    Math.round(((kill + 1) * deliveries) / (kills + 1)),
  );
  const sendNext = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const body = JSON.stringify({ prompt: promptOf(next.order), key: `order ${next.order}` });
      while (!(await deliver(place.webhookUrl, body))) await setTimeout(500);
      sent++;
    }
  };
  const senders = Array.from({ length: sendersAtOnce }, sendNext);
  for (const killAt of killsAt) {
    while (sent < killAt) await setTimeout(20);
    await place.end('kill');
    await place.startAgain();
  }
  await Promise.all(senders);
}

const deliver = async (webhookUrl: string, body: string): Promise<boolean> =>
  await fetch(`${webhookUrl}/webhook/${workflowId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).then(
    async (answer) => {
      await answer.arrayBuffer();
      // Whoever is told that the execution failed has delivered as well.
      return answer.ok || answer.status === 500;
    },
    () => false,
  );

/** Waits until all executions have ended, but for those that n8n forgot when it was killed. */
async function untilQuiet(client: N8nClient): Promise<void> {
  let open = Infinity;
  for (let sameSeconds = 0; open > 0 && sameSeconds < 30; sameSeconds++) {
    await setTimeout(1_000);
    const before = open;
    open = await countOpen(client, workflowId);
    if (open !== before) sameSeconds = 0;
  }
}

/** One after another, thousands take longer than all else. Those that n8n forgot never end. */
async function readAll(
  client: N8nClient,
  executions: ReadonlyArray<{ id: string }>,
): Promise<string> {
  const read = await Readable.from(executions)
    .map(async ({ id }) => JSON.stringify(await readExecution(client, String(id))), {
      concurrency: readAtOnce,
    })
    .toArray();
  return read.join('\n');
}

const countBy = (words: readonly string[]): Record<string, number> =>
  words.reduce<Record<string, number>>(
    (counts, word) => ({ ...counts, [word]: (counts[word] ?? 0) + 1 }),
    {},
  );

const promptOf = (order: number) => `Order ${order} takes 1 s`;
