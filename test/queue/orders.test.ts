import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, readLedger, startScene, type Scene } from '../../lab/orders/scene.ts';

const workers = 3;

let scene: Scene;

beforeAll(async () => {
  scene = await startScene(workers);
}, 10 * 60_000);
afterAll(async () => await scene?.stop());

it(
  'orders a key once among workers, and gives all of them its task',
  async () => {
    const deliver = await openShop(scene, 'shop', { options: { orderKey: '={{ $json.prompt }}' } });
    const orders = Array.from({ length: 40 }, (_, index) => `order-${index}`);
    const deliverAll = async () =>
      await Promise.all(
        [...orders, ...orders, ...orders].map(async (prompt) => {
          for (;;) {
            const answer = await deliver({ rows: [{ prompt }] });
            if (answer !== undefined) return { prompt, id: answer[0]!.id };
          }
        }),
      );
    const first = await deliverAll();
    await scene.kill(0);
    const second = await deliverAll();
    const ledger = await readLedger(scene);
    expect([...ledger.values()].map((ids) => ids.length)).toEqual(orders.map(() => 1));
    for (const { prompt, id } of [...first, ...second]) expect([id]).toEqual(ledger.get(prompt));
  },
  10 * 60_000,
);
