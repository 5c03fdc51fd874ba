import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  importCredential,
  importWorkflow,
  readExecution,
  runWorkflow,
  untilEnded,
  waitFor,
} from '../../playground/index.ts';
import { chain } from '../e2e/realN8n.ts';
import { startCluster, type Cluster } from './n8n/startCluster.ts';
import { startService, type Service } from './service/startService.ts';

let service: Service;
let cluster: Cluster;
beforeAll(async () => {
  service = await startService();
  cluster = await startCluster();
});
afterAll(async () => {
  await cluster?.stop();
  await service?.close();
});

it('sleeps and comes home in a run by hand, which a worker does', async () => {
  const { client, workers } = cluster;
  const credential = await importCredential(client, {
    name: 'Sandbox',
    type: 'videoGenApi',
    data: { baseUrl: service.url, apiKey: service.key },
  });
  const made = chain('byHand', [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials: { videoGenApi: credential },
      parameters: { operation: 'createAndWait', prompt: 'A paper boat', download: true },
    },
  ]);
  await importWorkflow(client, made);
  const id = await runWorkflow(client, made.id, 'Start');
  await waitFor(
    async () => (await readExecution(client, id)).status === 'waiting' || undefined,
    120_000,
    () => new Error('It does not sleep'),
  );
  service.open(() => true);
  const execution = await untilEnded(client, id, 300_000);
  expect(execution.status).toBe('success');
  const [item] = execution.data.resultData.runData['Create Video']!.at(-1)!.data!.main![0]!;
  expect(item).toMatchObject({ json: { outcome: 'completed' }, binary: { data: {} } });
  expect(await service.listTasks()).toHaveLength(1);
  const logs = await Promise.all(workers.flatMap(({ logFiles }) => logFiles.map(read)));
  expect(logs.join('\n')).toContain(`execution ${id}`);
});

const read = async (file: string) => await readFile(file, 'utf8');
