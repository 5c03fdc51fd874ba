/**
 * Mixes orders with faults, kills and retries on a real n8n, runs the example that states what came
 * of them, and compares that with what the sandbox made.
 *
 *   npm run orders -- statement --runs 1000 --kills 3
 */
import { parseArgs } from 'node:util';
import { untilEnded, waitFor } from '../../playground/index.ts';
import { runStatement } from '../../test/e2e/examples/statement.ts';
import { openShop, readLedger, startScene } from './scene.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '3' },
    retries: { type: 'string', default: '30' },
    'at-once': { type: 'string', default: '30' },
  },
});
const runs = Number(values.runs);
const kills = Number(values.kills);

/** What the sandbox does with an order, and how often. */
const fates: Array<[share: number, word: string]> = [
  [0.7, ''],
  [0.08, 'sandbox:reset-after@createVideo'],
  [0.05, 'sandbox:reset@createVideo'],
  [0.05, 'sandbox:truncated@createVideo'],
  [0.07, 'sandbox:fail'],
  [0.05, 'refused'],
];
function chooseFate(): string {
  let left = Math.random();
  return fates.find(([share]) => (left -= share) < 0)?.[1] ?? '';
}

interface Listed {
  count: number;
  results: Array<{ id: string; status: string }>;
}

const scene = await startScene(0);
const { client, credential } = scene;
try {
  const keyed = { options: { orderKey: '={{ $json.prompt }}', orderLabel: '={{ $json.prompt }}' } };
  const duration = { duration: '={{ $json.prompt.includes("refused") ? 999999 : 5 }}' };
  const goOn = { onError: 'continueRegularOutput' };
  const awake = { operation: 'createAndWait', waiting: { stayAwake: true } };
  const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
  const shops = await Promise.all([
    openShop(scene, 'stop', { ...duration }),
    openShop(scene, 'go-on', { ...duration }, { settings: goOn }),
    openShop(scene, 'wait', { ...duration, ...awake }, { settings: { ...goOn, ...retrying } }),
    openShop(scene, 'keyed', { ...duration, ...keyed }, { settings: goOn }),
  ]);

  let next = 0;
  let down: Promise<void> = Promise.resolve();
  const lane = async () => {
    for (let at = next++; at < runs; at = next++) {
      if (kills > 0 && at > 0 && at % Math.floor(runs / (kills + 1)) === 0)
        down = down
          .then(async () => void (await scene.kill(at)))
          .then(async () => {
            for (const { untilUp } of shops) await untilUp();
          });
      const rows = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, (_, row) => ({
        prompt: `order ${at}-${row} ${chooseFate()}`,
      }));
      const shop = shops[at % shops.length]!;
      // A delivery to an n8n that is not there yet would be no run.
      await down;
      await shop({ rows });
      if (at % shops.length === 3) await shop({ rows });
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, lane));
  await down;

  const listed = async (filter: object) =>
    await client.get<Listed>(
      `/rest/executions?limit=100&filter=${encodeURIComponent(JSON.stringify(filter))}`,
    );
  const list = async (status: string) => (await listed({ status: [status] })).results;
  const failed = (await list('error')).slice(0, Number(values.retries));
  for (const { id } of failed) {
    const path = `/rest/executions/${id}/retry`;
    const { id: again } = await client.post<{ id: string }>(path, { loadWorkflow: true });
    await untilEnded(client, again, 120_000);
  }
  await waitFor(
    async () => (await list('running')).length === 0 || undefined,
    120_000,
    () => new Error('Executions still run'),
  );

  const { count: executions } = await listed({});
  const startedAt = performance.now();
  const { totals, orders } = await runStatement(client, credential);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const ledger = [...(await readLedger(scene)).values()].flat();
  const stated = new Set(orders.flatMap(({ task }) => task ?? []));
  const unstated = ledger.filter((task) => !stated.has(task)).length;
  console.log(
    JSON.stringify({
      runs,
      executions,
      kills,
      retries: failed.length,
      ...totals,
      stated: stated.size,
      ledger: ledger.length,
      // Made, and of the orders that the statement calls unknown.
      unknownMade: unstated,
      statedButNotMade: [...stated].filter((task) => !ledger.includes(task)).length,
      isWithin: stated.size <= ledger.length && unstated <= totals.unknown,
      seconds,
    }),
  );
} finally {
  await scene.stop();
}
