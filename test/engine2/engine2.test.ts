import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, importCredential } from '../../playground/index.ts';
import { tasksIn } from '../e2e/orderVideo.ts';
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
      // The service counts as outside by its name, and n8n's own address as inside.
      N8N_HOST: '127.0.0.1',
      N8N_SSRF_PROTECTION_ENABLED: 'true',
      N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
      N8N_SSRF_ALLOWED_IP_RANGES: '',
    },
    sandboxArgs: ['--renderer', 'instant'],
  });
});
afterAll(async () => {
  await real?.stop();
  await postgres?.stop();
});

/** A button -> Create Video. */
const workflow = (id: string, videoGenApi: RealN8n['credential'], prompt: string) =>
  chain(id, [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials: { videoGenApi },
      parameters: { prompt },
    },
  ]);

it('orders nothing on Engine 2.0, and says what to do', async () => {
  const made = workflow('refused', real.credential, 'A boat');
  const { data } = await real.run({ ...made, settings: { ...made.settings, engineType: 'v2' } });
  const [run] = data.resultData.runData['Create Video'] ?? [];
  expect(run?.error?.message).toContain('Create Video doesn’t order videos on n8n’s Engine 2.0');
  expect(await tasksIn(real.sandbox)).toEqual([]);
});

it('stays awake where n8n may not call itself, and names the setting that helps', async () => {
  const baseUrl = real.sandbox.url.replace('127.0.0.1', 'localhost');
  const outside = await importCredential(real.client, {
    ...{ name: 'Outside', type: 'videoGenApi' },
    data: { baseUrl, apiKey: real.sandbox.apiKey },
  });
  const execution = await real.run(workflow('protected', outside, 'A boat sandbox:takes=5'));
  expect(execution.status).toBe('success');
  const [run] = execution.data.resultData.runData['Create Video']!;
  expect(run!.data!.main![0]).toMatchObject([{ json: { status: 'completed' } }]);
  expect(run!.hints![0]!.message).toMatch(
    /^This execution kept running .* SSRF .*N8N_SSRF_ALLOWED_IP_RANGES.*not the video tasks\.$/,
  );
});
