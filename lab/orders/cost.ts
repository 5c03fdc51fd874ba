/**
 * How long Create Video takes with a key, by how many keys are remembered, against without one: all
 * in one n8n, by turns.
 *
 *   npm run orders -- cost --rounds 15 --workers 0
 */
import { parseArgs } from 'node:util';
import { readExecution } from '../../playground/index.ts';
import { openShop, startScene, type Scene } from './scene.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    /** 0 for SQLite; else PostgreSQL. */
    workers: { type: 'string', default: '0' },
  },
});
const rounds = Number(values.rounds);
const remembered = [0, 1_000, 10_000];
const sizes = [1, 100];
const perPreload = 1_000;

const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, row) => ({ prompt: `${name}-${row}` }));

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

/** The node's time in the newest execution of a workflow, in ms. */
async function nodeTime({ client }: Scene, workflowId: string): Promise<number> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const { results } = await client.get<{ results: Array<{ id: string }> }>(
    `/rest/executions?limit=1&filter=${filter}`,
  );
  const { data } = await readExecution(client, results[0]!.id);
  return data.resultData.runData['Create Video']![0]!.executionTime;
}

const scene = await startScene(Number(values.workers));
try {
  const keyed = { options: { orderKey: '={{ $json.prompt }}' } };
  const shops: Array<{ id: string; deliver: Awaited<ReturnType<typeof openShop>> }> = [
    { id: 'without', deliver: await openShop(scene, 'without', {}) },
  ];
  for (const keys of remembered) {
    const id = `keys-${keys}`;
    const deliver = await openShop(scene, id, keyed);
    for (let loaded = 0; loaded < keys; loaded += perPreload)
      if ((await deliver({ rows: rowsOf(`${id}-${loaded}`, perPreload) })) === undefined)
        throw new Error('The keys are not taken');
    shops.push({ id, deliver });
  }
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++)
    for (const size of sizes)
      for (const { id, deliver } of shops) {
        await deliver({ rows: rowsOf(`${id}-round-${round}`, size) });
        // The first round warms up.
        const key = `${id}, ${size} rows`;
        if (round > 0) times.set(key, [...(times.get(key) ?? []), await nodeTime(scene, id)]);
      }
  const figures = [...times].map(([key, all]) => {
    const base = median(times.get(`without, ${key.split(', ')[1]}`)!);
    return [key, { ms: median(all), ratio: Math.round((median(all) / base) * 100) / 100 }];
  });
  console.log(JSON.stringify({ rounds, workers: values.workers, ...Object.fromEntries(figures) }));
} finally {
  await scene.stop();
}
