import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { importWorkflow, publish, waitFor } from '../../playground/index.ts';
import { expectPipelineToDeliver } from './examples/pipeline.ts';
import { runStatement } from './examples/statement.ts';
import { tasksIn } from './orderVideo.ts';
import { chain } from './realN8n.ts';
import { createNode, real, useRealN8n } from './waiting.ts';

useRealN8n(() => ({ sandboxArgs: ['--renderer', 'instant', '--task-seconds', '1'] }));

const tasksOf = async (word: string) =>
  (await tasksIn(real.sandbox)).filter((task) => JSON.stringify(task).includes(word));
/** A webhook that orders a video for each call; it answers with the item. */
async function publishShop(id: string, parameters: object) {
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

it('gives a caller who gave up and calls again the video of the first call', async () => {
  const shop = await publishShop('calls', {
    options: { orderKey: '={{ $json.body.order }}' },
  });
  const [first, second] = await Promise.all([
    shop.call('one'),
    pause(300).then(async () => await shop.call('one')),
  ]);
  expect(first?.videoUrl).toMatch(/^http/);
  expect(second).toMatchObject({ videoUrl: first?.videoUrl, orderedBefore: true });
  expect(await tasksOf('calls one end')).toHaveLength(1);
}, 120_000);

it('counts a day over executions and a restart', async () => {
  const shop = await publishShop('day', {
    operation: 'create',
    options: { videosPerDay: 4 },
  });
  for (const order of ['a', 'b', 'c']) expect(await shop.call(order)).toBeDefined();
  await real.killAndRestart();
  await shop.untilUp();
  expect(await shop.call('d')).toBeDefined();
  expect(await shop.call('e')).toBeUndefined();
  expect(await tasksOf('day ')).toHaveLength(4);
}, 300_000);

it('states what came of all these orders as the service’s own list has it', async () => {
  const shop = await publishShop('faults', { operation: 'create' });
  await shop.call('lost sandbox:reset-after@createVideo');
  await shop.call('fails sandbox:fail');
  const { totals, orders } = await runStatement(real.client, real.credential);
  console.log(JSON.stringify(totals));
  const made = (await tasksOf('')).map(({ id }) => id);
  const stated = orders.flatMap(({ task }) => task ?? []);
  expect(stated.filter((id) => !made.includes(id))).toEqual([]);
  expect(new Set(stated).size).toBe(stated.length);
  expect(totals).toMatchObject({ failed: 1, paid: stated.length - 1 });
  // The answer to one was lost, and executions may have been killed with theirs.
  const unstated = made.length - stated.length;
  expect(unstated).toBeGreaterThanOrEqual(1);
  expect(unstated).toBeLessThanOrEqual(totals.unknown);
}, 240_000);

it(
  'delivers each order of the durable pipeline once, finds lost calls, and tells of what only a person can decide',
  expectPipelineToDeliver,
  600_000,
);
