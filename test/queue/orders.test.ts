import { afterAll, beforeAll, expect, it } from 'vitest';
import { importWorkflow, runWorkflow, untilEnded, untilWaiting } from '../../playground/index.ts';
import { chain } from '../e2e/realN8n.ts';
import { openShop, readLedger, startScene, type Scene } from './scene.ts';

const workers = 3;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene(workers);
}, 10 * 60_000);
afterAll(async () => await scene?.stop());

it(
  'orders a key once among workers, and passes none off as a video that nobody knows',
  async () => {
    const options = { orderKey: '={{ $json.prompt }}' };
    const settings = { onError: 'continueRegularOutput' };
    const deliver = await openShop(scene, 'shop', { options }, { settings });
    const orders = Array.from({ length: 40 }, (_, index) => `order-${index}`);
    const deliverAll = async () =>
      await Promise.all(
        [...orders, ...orders, ...orders].map(async (prompt) => {
          for (;;) {
            const answer = await deliver({ rows: [{ prompt }] });
            if (answer !== undefined) return { prompt, item: answer[0]! };
          }
        }),
      );
    const answers = await deliverAll();
    await scene.kill(0);
    answers.push(...(await deliverAll()));
    const ledger = await readLedger(scene);
    expect([...ledger.values()].map((ids) => ids.length)).toEqual(orders.map(() => 1));
    for (const { prompt, item } of answers)
      if (item.id !== undefined) expect([item.id]).toEqual(ledger.get(prompt));
      else expect(item.details).toMatchObject({ reason: 'orderedBefore', paid: 'no' });
    for (const [prompt, [id]] of ledger)
      expect(answers.filter(({ item }) => item.id === id).map((one) => one.prompt)).toContain(
        prompt,
      );
  },
  10 * 60_000,
);

it('sleeps and comes home in a run by hand, which a worker does', async () => {
  const { client, credential } = scene;
  const made = chain('byHand', [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials: { videoGenApi: credential },
      parameters: {
        ...{ operation: 'createAndWait', download: true },
        prompt: 'by hand sandbox:takes=20',
      },
    },
  ]);
  await importWorkflow(client, made);
  const id = await runWorkflow(client, made.id, 'Start');
  await untilWaiting(client, id, 120_000);
  const execution = await untilEnded(client, id, 300_000);
  expect(execution.status).toBe('success');
  const [item] = execution.data.resultData.runData['Create Video']!.at(-1)!.data!.main![0]!;
  expect(item).toMatchObject({ json: { outcome: 'completed' }, binary: { data: {} } });
});
