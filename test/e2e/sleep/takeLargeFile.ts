import { expect } from 'vitest';
import { downloadBinary, importCredential } from '../../../playground/index.ts';
import { forgetPeak, residentMegabytes } from '../../../lab/bench/process/usage.ts';
import { startService } from '../../../lab/bench/service/startService.ts';
import { promptTaking } from '../../../lab/bench/service/taskBook.ts';
import { end, line, real, runsOf, start, untilWaiting } from './rig.ts';

/**
 * Lets the n8n of the test file take over a video of 300 MB after a sleep, and looks at what is
 * stored.
 *
 * @returns by how many MB n8n's memory has grown at its peak
 */
export async function takeLargeFile(): Promise<number> {
  const service = await startService();
  try {
    service.reset({ fileBytes: 300_000_000 });
    const videoGenApi = await importCredential(real.client, {
      name: 'Large files',
      type: 'videoGenApi',
      data: { baseUrl: service.url, apiKey: 'key-of-large-files' },
    });
    const made = line('large', [promptTaking(8)], { wait: { download: true } });
    for (const node of made.nodes) if (node.credentials) node.credentials = { videoGenApi };
    const id = await start(made);
    await untilWaiting(id);
    const { now: asleep } = residentMegabytes(real.n8n.pid);
    forgetPeak(real.n8n.pid);
    const execution = await end(id);
    const grown = Math.round(residentMegabytes(real.n8n.pid).peak - asleep);
    console.log(`a download of 300 MB after a sleep: ${grown} MB more at its peak`);
    const [item] = runsOf(execution, 'After')[0]!.data!.main![0]!;
    const stored = await downloadBinary(real.client, item!.binary!.data!);
    expect(stored.headers.get('content-length')).toBe('300000000');
    await stored.body?.cancel();
    return grown;
  } finally {
    await service.stop();
  }
}
