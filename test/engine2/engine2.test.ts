import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from '../e2e/realN8n.ts';
import { startPostgres, type Postgres } from '../queue/databases/postgres.ts';

let real: RealN8n;
let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
  real = await startRealN8n({
    env: {
      N8N_ENABLED_MODULES: 'engine-v2',
      N8N_ENGINE_DATABASE_URL: postgres.url,
      N8N_ENGINE_HOST: '127.0.0.1',
      N8N_ENGINE_PORT: String(await freePort()),
      N8N_ENGINE_CONTROL_PLANE_PORT: String(await freePort()),
    },
    sandboxArgs: ['--renderer', 'instant'],
  });
});
afterAll(async () => {
  await real?.stop();
  await postgres?.stop();
});

it('orders nothing on Engine 2.0, and says what to do', async () => {
  const workflow = chain('refused', [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials: { videoGenApi: real.credential },
      parameters: { prompt: 'A boat' },
    },
  ]);
  const settings = { ...workflow.settings, engineType: 'v2' };
  const { data } = await real.run({ ...workflow, settings });
  const [run] = data.resultData.runData['Create Video'] ?? [];
  expect(run?.error?.message).toContain('Create Video doesn’t order videos on n8n’s Engine 2.0');
  const tasks = await fetch(`${real.sandbox.url}/admin/tasks`);
  expect(await tasks.json()).toEqual([]);
});
