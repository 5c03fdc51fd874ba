import { expect, it } from 'vitest';
import { importCredential } from '../../playground/index.ts';
import { chain } from './realN8n.ts';
import { real, useRealN8n } from './useRealN8n.ts';

useRealN8n(() => ({
  // The service counts as outside by its name, and n8n's own address as inside.
  env: {
    N8N_HOST: '127.0.0.1',
    N8N_SSRF_PROTECTION_ENABLED: 'true',
    N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
    // Whatever the settings for all tests allow.
    N8N_SSRF_ALLOWED_IP_RANGES: '',
  },
  sandboxArgs: ['--renderer', 'instant'],
}));

it('stays awake where n8n may not call itself, and names the setting that helps', async () => {
  const baseUrl = real.sandbox.url.replace('127.0.0.1', 'localhost');
  const videoGenApi = await importCredential(real.client, {
    name: 'Outside',
    type: 'videoGenApi',
    data: { baseUrl, apiKey: real.sandbox.apiKey },
  });
  const execution = await real.run(
    chain('protected', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Create Video',
        type: 'n8n-nodes-videogen.createVideo',
        credentials: { videoGenApi },
        parameters: { prompt: 'A paper boat sandbox:takes=5' },
      },
    ]),
  );
  expect(execution.status).toBe('success');
  const [run] = execution.data.resultData.runData['Create Video']!;
  expect(run!.data!.main![0]).toMatchObject([{ json: { status: 'completed' } }]);
  expect(run!.hints![0]).toMatchObject({
    message: expect.stringMatching(
      /^This execution kept running .* SSRF .*N8N_SSRF_ALLOWED_IP_RANGES.*not the video tasks\.$/,
    ),
  });
});
