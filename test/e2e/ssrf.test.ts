import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCredential } from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

let real: RealN8n;
beforeAll(async () => {
  real = await startRealN8n({
    // The service counts as outside by its name, and n8n's own address as inside.
    env: {
      N8N_HOST: '127.0.0.1',
      N8N_SSRF_PROTECTION_ENABLED: 'true',
      N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
      // Whatever the settings for all tests allow.
      N8N_SSRF_ALLOWED_IP_RANGES: '',
    },
    sandboxArgs: ['--renderer', 'instant'],
  });
});
afterAll(async () => await real?.stop());

it('stays awake where n8n may not call itself, and names the setting that helps', async () => {
  const credential = await importCredential(real.client, {
    name: 'Outside',
    type: 'videoGenApi',
    data: {
      baseUrl: real.sandbox.url.replace('127.0.0.1', 'localhost'),
      apiKey: real.sandbox.apiKey,
    },
  });
  const execution = await real.run(
    chain('protected', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Create Video',
        type: 'n8n-nodes-videogen.createVideo',
        credentials: { videoGenApi: credential },
        parameters: { prompt: 'A paper boat sandbox:takes=5' },
      },
    ]),
  );
  expect(execution.status).toBe('success');
  const [run] = execution.data.resultData.runData['Create Video']!;
  expect(run!.data!.main![0]).toMatchObject([{ json: { status: 'completed' } }]);
  expect(run!.hints![0]).toMatchObject({
    message:
      'This execution kept running while it waited, because n8n’s SSRF protection doesn’t let it call its own address (N8N_SSRF_ALLOWED_IP_RANGES=127.0.0.1/32 would). A restart of n8n would have ended it, but not the video tasks.',
  });
});
