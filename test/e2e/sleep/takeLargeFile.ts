import { expect } from 'vitest';
import { downloadBinary, importCredential } from '../../../playground/index.ts';
import { forgetPeak, residentMegabytes } from '../../../lab/bench/process/usage.ts';
import { startService } from '../../../lab/bench/service/startService.ts';
import { filesPrefix } from '../../../lab/bench/service/service.ts';
import { promptTaking } from '../../../lab/bench/service/taskBook.ts';
import { chain } from '../realN8n.ts';
import { end, line, real, runsOf, start, startNode, untilAsleep } from './rig.ts';

const bytes = 300_000_000;

/** Starts a service whose videos are all of 300 MB, for as long as the work lasts. */
async function withLargeFiles<T>(work: (url: string) => Promise<T>): Promise<T> {
  const service = await startService();
  try {
    service.reset({ fileBytes: bytes });
    return await work(service.url);
  } finally {
    await service.stop();
  }
}

/**
 * Lets an execution go on until it has ended, and looks at what is stored of its last node.
 *
 * @returns by how many MB n8n's memory has grown at its peak
 */
async function measure(id: string, last: string): Promise<number> {
  const { now: before } = residentMegabytes(real.n8n.pid);
  forgetPeak(real.n8n.pid);
  const execution = await end(id);
  const grown = Math.round(residentMegabytes(real.n8n.pid).peak - before);
  const [item] = runsOf(execution, last)[0]!.data!.main![0]!;
  const stored = await downloadBinary(real.client, item!.binary!.data!);
  expect(stored.headers.get('content-length')).toBe(String(bytes));
  await stored.body?.cancel();
  return grown;
}

/**
 * Lets n8n's own HTTP Request download the same file.
 *
 * @returns by how many MB n8n's memory has grown at its peak
 */
export const takeByHttpRequest = async (): Promise<number> =>
  await withLargeFiles(async (url) => {
    const download = {
      name: 'Download',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      parameters: {
        url: `${url}${filesPrefix}large.mp4`,
        options: { response: { response: { responseFormat: 'file' } } },
      },
    };
    // The wait lets n8n's memory be looked at before the download.
    const pause = {
      name: 'Pause',
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      parameters: { amount: 5 },
    };
    const id = await start(chain('by-hand', [startNode, pause, download]));
    const grown = await measure(id, 'Download');
    console.log(`the same by HTTP Request: ${grown} MB more at its peak`);
    return grown;
  });

/**
 * Lets the n8n of the test file take over a video of 300 MB after a sleep, and looks at what is
 * stored.
 *
 * @returns by how many MB n8n's memory has grown at its peak
 */
export const takeLargeFile = async (): Promise<number> =>
  await withLargeFiles(async (url) => {
    const videoGenApi = await importCredential(real.client, {
      name: 'Large files',
      type: 'videoGenApi',
      data: { baseUrl: url, apiKey: 'key-of-large-files' },
    });
    const made = line('large', [promptTaking(8)], { wait: { download: true } });
    for (const node of made.nodes) if (node.credentials) node.credentials = { videoGenApi };
    const id = await start(made);
    await untilAsleep(id);
    const grown = await measure(id, 'After');
    console.log(`a download of 300 MB after a sleep: ${grown} MB more at its peak`);
    return grown;
  });
