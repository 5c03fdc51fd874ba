import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readStored, useFileStorage } from '../../engine/n8nCore.ts';
import { runNode, testCredential, type NodeRun } from '../../engine/runNode.ts';
import { listen } from '../../listen.ts';

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));
const megabyte = Buffer.alloc(1_000_000, 7);

let close: (() => Promise<void>) | undefined;
let baseUrl = '';
let files: IncomingMessage[] = [];
let reads = 0;

beforeAll(useFileStorage);
afterEach(() => close?.());

/**
 * One real server on loopback: the service, whose every task is completed with a link, and the host
 * of its files. No request is intercepted, because broken connections must break as they really do.
 */
async function host(
  handle: (request: IncomingMessage, response: ServerResponse, nth: number) => void,
) {
  files = [];
  reads = 0;
  ({ url: baseUrl, close } = await listen((request, response) => {
    if (!request.url!.startsWith('/v1/')) return handle(request, response, files.push(request) - 1);
    const path = reads++ === 0 ? '/out/video.mp4?sig=1' : '/out/again.mp4';
    response.end(JSON.stringify({ status: 'completed', results: [baseUrl + path] }));
  }));
}

const download = (more: Partial<NodeRun> = {}) =>
  runNode({
    type: 'waitForVideo',
    items: [{ json: { id: 'task/1' } }],
    credential: { ...testCredential, baseUrl },
    ...more,
    parameters: {
      taskId: '={{ $json.id }}',
      options: { timeLimitMinutes: 1 },
      ...more.parameters,
    },
  });

const sendWhole = (_: IncomingMessage, response: ServerResponse) =>
  response
    .writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length })
    .end(bytes);

describe('WaitForVideo, download', () => {
  it('fetches a packed file that broke off by its new link, once for several items', async () => {
    await host((request, response) => {
      if (request.url === '/out/again.mp4') return sendWhole(request, response);
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-encoding': 'gzip' });
      response.write(gzipSync(bytes).subarray(0, 200), () => response.destroy());
    });
    const item = { json: { id: 'task/1' } };
    const { outputs } = await download({ items: [item, item] });
    expect(files.map(({ url }) => url)).toEqual(['/out/video.mp4?sig=1', '/out/again.mp4']);
    for (const { json, binary } of outputs[0]!) {
      expect(json.videoUrl).toContain('/out/again.mp4');
      expect(binary!.data).toMatchObject({ fileName: 'task_1.mp4', mimeType: 'video/mp4' });
      expect(await readStored(binary!.data!)).toEqual(bytes);
    }
    expect(outputs[0]).toHaveLength(2);
  });

  it('keeps memory flat whatever the size', async () => {
    const total = 300;
    await host((_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': total * 1e6 });
      let sent = 0;
      const more = () => {
        while (sent < total) if (((sent += 1), !response.write(megabyte))) break;
        if (sent < total) response.once('drain', more);
        else response.end();
      };
      more();
    });
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const { outputs } = await download();
    clearInterval(watch);
    expect(outputs[0]![0]!.binary!.data!.bytes).toBe(total * 1e6);
    expect((peak - before) / 1e6).toBeLessThan(0.75 * total);
  });
});
