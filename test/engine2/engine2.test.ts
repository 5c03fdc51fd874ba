import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, importCredential } from '../../playground/index.ts';
import { tasksIn } from '../e2e/orderVideo.ts';
import { chain } from '../e2e/realN8n.ts';
import { createNode, end, real, runsOf, start, useRealN8n } from '../e2e/waiting.ts';
import { startPostgres, type Postgres } from '../queue/databases/postgres.ts';

let postgres: Postgres;
let ports: [string, string];

beforeAll(async () => {
  postgres = await startPostgres();
  ports = [String(await freePort()), String(await freePort())];
});
afterAll(async () => await postgres?.stop());
useRealN8n(() => ({
  env: {
    N8N_ENABLED_MODULES: 'engine-v2',
    N8N_ENGINE_DATABASE_URL: postgres.url,
    N8N_ENGINE_HOST: '127.0.0.1',
    N8N_ENGINE_PORT: ports[0],
    N8N_ENGINE_CONTROL_PLANE_PORT: ports[1],
    // The service counts as outside by its name, and n8n's own address as inside.
    N8N_HOST: '127.0.0.1',
    N8N_SSRF_PROTECTION_ENABLED: 'true',
    N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
    N8N_SSRF_ALLOWED_IP_RANGES: '',
  },
  sandboxArgs: ['--renderer', 'instant'],
}));

const button = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

it('orders nothing on Engine 2.0, and says what to do', async () => {
  const made = chain('refused', [button, createNode({ prompt: 'A boat' })]);
  made.settings = { ...made.settings, engineType: 'v2' };
  const [run] = runsOf(await end(await start(made)), 'Create Video');
  expect(run?.error?.message).toContain('Create Video doesn’t order videos on n8n’s Engine 2.0');
  expect(await tasksIn(real.sandbox)).toEqual([]);
});

it('stays awake where n8n may not call itself, and names the setting that helps', async () => {
  const baseUrl = real.sandbox.url.replace('127.0.0.1', 'localhost');
  const videoGenerationApi = await importCredential(real.client, {
    ...{ name: 'Outside', type: 'videoGenerationApi' },
    data: { baseUrl, apiKey: real.sandbox.apiKey },
  });
  const create = createNode({ prompt: 'A boat sandbox:takes=5' });
  const made = chain('protected', [button, { ...create, credentials: { videoGenerationApi } }]);
  const execution = await end(await start(made));
  expect(execution.status).toBe('success');
  const [run] = runsOf(execution, 'Create Video');
  expect(run!.data!.main![0]).toMatchObject([{ json: { status: 'completed' } }]);
  expect(run!.hints![0]!.message).toMatch(
    /^This execution kept running .* SSRF .*N8N_SSRF_ALLOWED_IP_RANGES.*not the video tasks\.$/,
  );
});
