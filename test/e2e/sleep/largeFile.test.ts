import { expect, it } from 'vitest';
import { downloadBinary, importCredential } from '../../../playground/index.ts';
import { forgetPeak, residentMegabytes } from '../../../lab/bench/usage.ts';
import { startService } from '../../../lab/bench/service/startService.ts';
import { promptTaking } from '../../../lab/bench/service/tasks.ts';
import { end, line, real, runsOf, start, untilAsleep, useSleepingN8n } from './rig.ts';

// Whatever the settings for all tests say.
useSleepingN8n({ N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });

const bytes = 300_000_000;

it('takes over a file of 300 MB after a sleep without holding it in memory', async () => {
  const service = await startService();
  try {
    service.reset({ fileBytes: bytes });
    const videoGenApi = await importCredential(real.client, {
      name: 'Large files',
      type: 'videoGenApi',
      data: { baseUrl: service.url, apiKey: 'key-of-large-files' },
    });
    const made = line('large', [promptTaking(8)]);
    for (const node of made.nodes) if (node.credentials) node.credentials = { videoGenApi };
    const id = await start(made);
    await untilAsleep(id);

    const { now: before } = residentMegabytes(real.n8n.pid);
    forgetPeak(real.n8n.pid);
    const execution = await end(id);
    const grown = Math.round(residentMegabytes(real.n8n.pid).peak - before);
    console.log(`a download of 300 MB after a sleep: ${grown} MB more at its peak`);
    const [item] = runsOf(execution, 'After')[0]!.data!.main![0]!;
    const stored = await downloadBinary(real.client, item!.binary!.data!);
    expect(stored.headers.get('content-length')).toBe(String(bytes));
    await stored.body?.cancel();
    expect(grown).toBeLessThan(150);
  } finally {
    await service.stop();
  }
});
