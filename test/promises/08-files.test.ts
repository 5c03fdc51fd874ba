import { Readable } from 'node:stream';
import nock from 'nock';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../engine/fakeService.ts';
import { readStored, useFileStorage } from '../engine/n8nCore.ts';
import { testCredential } from '../engine/runNode.ts';
import {
  beginPromises,
  errorOf,
  itemsIn,
  readable,
  rememberingService,
  runToEnd,
  table,
} from './scene.ts';

beginPromises();
beforeAll(useFileStorage);

const video = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'),
  Buffer.alloc(50_000, 7),
]);
const headers = { 'content-type': 'video/mp4', 'content-length': String(video.length) };
const completed = (address: string): Reply => ({
  status: 200,
  body: { status: 'completed', results: [address] },
});

describe('8: a file comes whole or not at all, and never from inside the network', () => {
  it('is on the item as the service has it, without the key being sent for it', async () => {
    const keys: unknown[] = [];
    nock('https://cdn.test')
      .get('/a.mp4')
      .reply((sent: Request) => {
        keys.push(sent.headers.get('authorization'));
        return [200, video, headers];
      });
    const service = rememberingService({ read: () => completed('https://cdn.test/a.mp4') });
    const [item] = itemsIn(await runToEnd(table(['A'])), 'After');
    expect((await readStored(item!.binary!.data!)).equals(video)).toBe(true);
    expect(keys).toEqual([null]);
    for (const request of service.requests)
      expect(request.headers.authorization).toBe(`Bearer ${testCredential.apiKey}`);
  });

  it('is no file where it broke off, and the address stays', async () => {
    nock('https://cdn.test')
      .persist()
      .get('/a.mp4')
      .reply(
        200,
        () =>
          Readable.from(
            (async function* () {
              yield video.subarray(0, 1_000);
              await new Promise((resolve) => setTimeout(resolve, 1_000));
              throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
            })(),
          ),
        headers,
      );
    rememberingService({ read: () => completed('https://cdn.test/a.mp4') });
    const run = await runToEnd(table(['A']));
    expect(errorOf(run)?.message).toContain('couldn’t be downloaded: aborted');
    expect(itemsIn(run, 'After')).toEqual([]);
    expect(readable(run)).toContain('https://cdn.test/a.mp4');
  });

  it.each(['http://169.254.169.254/latest/a.mp4', 'https://10.0.0.1/a.mp4', 'file:///etc/passwd'])(
    'is not fetched from %s, which a service outside names',
    async (address) => {
      const isFile = address.startsWith('file:');
      const asked = isFile ? undefined : nock(new URL(address).origin).get(/.*/).reply(200, video);
      rememberingService({ read: () => completed(address) });
      const run = await runToEnd(table(['A']));
      expect(errorOf(run)?.message).toMatch(
        /couldn’t be downloaded: the link|but gives no address/,
      );
      expect(itemsIn(run, 'After')).toEqual([]);
      expect(asked?.isDone() ?? false).toBe(false);
    },
  );
});
