import { expect, it } from 'vitest';
import { expectPipelineToDeliver } from './examples/pipeline.ts';
import { runStatement } from './examples/statement.ts';
import { tasksIn } from './orderVideo.ts';
import { publishShop } from './shop.ts';
import { real, useRealN8n } from './waiting.ts';

useRealN8n(() => ({ sandboxArgs: ['--renderer', 'instant', '--task-seconds', '1'] }));

const tasksOf = async (word: string) =>
  (await tasksIn(real.sandbox)).filter((task) => JSON.stringify(task).includes(word));

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
  const { totals, orders } = await runStatement();
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
