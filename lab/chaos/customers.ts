import { setTimeout as sleep } from 'node:timers/promises';
import { between } from '../random.ts';
import type { Order, Shape } from './shape/shape.ts';

/** How long one try of a customer may take, in ms. */
const patienceMs = 30_000;

/** How long a customer waits before the next try, in ms: twice as long each time, up to the most. */
const pauseMs = { first: 500, most: 16_000 };

/** Within this time all have ordered, however many they are. */
const withinMs = 6 * 60_000;

/**
 * Customers who order until n8n has taken the order. Where n8n cannot tell that it knows an order
 * already, each try is an order of its own.
 *
 * @param webhookUrl - where n8n's webhooks answer
 * @returns the prompts of all orders that may have been taken
 */
export async function placeOrders(
  webhookUrl: string,
  shape: Shape,
  prompts: string[],
  random: () => number,
): Promise<string[]> {
  const sent = new Set<string>();
  const order = async (number: number, prompt: string) => {
    let pause = pauseMs.first;
    for (let tries = 1; ;) {
      const own: Order = {
        number,
        prompt: shape.knowsOrders ? prompt : prompt.replace(/\.$/, ` try ${tries}.`),
      };
      sent.add(own.prompt);
      const { path, body } = shape.request(own);
      let isUnsent = false;
      const answer = await fetch(`${webhookUrl}/webhook/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      })
        .then(async (response) => (response.ok ? await response.text() : ''))
        .catch(({ cause }: { cause?: { code?: string } }) => {
          isUnsent = cause?.code === 'ECONNREFUSED';
          return '';
        });
      if (shape.isTaken(answer)) return;
      if (!isUnsent) tries += 1;
      await sleep(pause);
      pause = Math.min(2 * pause, pauseMs.most);
    }
  };
  const under: Promise<void>[] = [];
  const mostMs = Math.min(4_000, (2 * withinMs) / prompts.length);
  for (const [index, prompt] of prompts.entries()) {
    under.push(order(index + 1, prompt));
    await sleep(between(random, Math.min(500, mostMs / 8), mostMs));
  }
  await Promise.all(under);
  return [...sent];
}
