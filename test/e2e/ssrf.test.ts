import { describe, expect, it } from 'vitest';
import { importCredential, untilEnded, untilWaiting } from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

/** The service counts as outside by its name, and n8n's own address as inside. */
const settings = {
  N8N_HOST: '127.0.0.1',
  N8N_SSRF_PROTECTION_ENABLED: 'true',
  N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
  // Whatever the settings for all tests allow.
  N8N_SSRF_ALLOWED_IP_RANGES: '',
};

async function withN8n(
  env: Record<string, string>,
  work: (real: RealN8n, executionId: string) => Promise<void>,
): Promise<void> {
  const real = await startRealN8n({ env, sandboxArgs: ['--renderer', 'instant'] });
  try {
    const baseUrl = real.sandbox.url.replace('127.0.0.1', 'localhost');
    const credential = await importCredential(real.client, {
      name: 'Outside',
      type: 'videoGenApi',
      data: { baseUrl, apiKey: real.sandbox.apiKey },
    });
    const made = chain('protected', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Create Video',
        type: 'n8n-nodes-videogen.createVideo',
        credentials: { videoGenApi: credential },
        parameters: {
          operation: 'createAndWait',
          prompt: 'A paper boat sandbox:takes=20',
          download: true,
        },
      },
    ]);
    await real.editor.store(made);
    await work(real, await real.editor.run(made.id));
  } finally {
    await real.stop();
  }
}

describe('n8n with its SSRF protection', () => {
  it('stays awake where it may not call itself, and names the setting that helps', async () => {
    await withN8n(settings, async ({ client }, id) => {
      const execution = await untilEnded(client, id, 120_000);
      expect(execution.status).toBe('success');
      const [run] = execution.data.resultData.runData['Create Video']!;
      expect(run!.data!.main![0]).toMatchObject([{ json: { outcome: 'completed' } }]);
      expect(run!.hints).toMatchObject([
        {
          message:
            'This execution kept running while it waited, because n8n’s SSRF protection doesn’t let it call its own address (N8N_SSRF_ALLOWED_IP_RANGES=127.0.0.1/32 would). A restart of n8n would have ended it, but not the video tasks.',
        },
      ]);
    });
  });

  it('sleeps and is woken within seconds where that setting is made', async () => {
    const allowed = { ...settings, N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32' };
    await withN8n(allowed, async ({ client }, id) => {
      const timerMs = await untilWaiting(client, id, 60_000);
      const execution = await untilEnded(client, id, 120_000);
      expect(execution.status).toBe('success');
      expect(Date.parse(execution.stoppedAt!)).toBeLessThan(timerMs);
    });
  });
});
