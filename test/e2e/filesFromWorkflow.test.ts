import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

const image = readFileSync(new URL('./fixtures/first-frame.png', import.meta.url));

let files: Server;
let fileUrl: string;
let real: RealN8n;

beforeAll(async () => {
  files = createServer((_, response) => response.setHeader('content-type', 'image/png').end(image));
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  fileUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/first-frame.png`;
  real = await startRealN8n();
});
afterAll(async () => {
  await real?.stop();
  files.close();
});

const workflow = (id: string, createParameters: object) =>
  chain(id, [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Get Image',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      parameters: { url: fileUrl, options: { response: { response: { responseFormat: 'file' } } } },
    },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials: { videoGenApi: real.credential },
      parameters: {
        prompt: 'The picture comes alive',
        duration: 'other',
        otherDuration: 1,
        quality: '240p',
        ...createParameters,
      },
    },
    {
      name: 'Wait for Video',
      type: 'n8n-nodes-videogen.waitForVideo',
      credentials: { videoGenApi: real.credential },
    },
  ]);

const lastItems = ({ data }: Awaited<ReturnType<RealN8n['run']>>) =>
  data.resultData.runData['Wait for Video']?.[0]?.data?.main?.[0] ?? [];

describe('a file of a previous node', () => {
  it('is fetched from n8n by the service as the first frame', async () => {
    const execution = await real.run(
      workflow('file-as-frame', {
        mode: 'imageToVideo',
        firstFrameSource: 'binary',
        firstFrameBinary: 'data',
      }),
    );
    expect(execution.data.resultData.error).toBeUndefined();
    expect(lastItems(execution).map(({ json }) => json.status)).toEqual(['completed']);
  });

  it('is fetched as a reference', async () => {
    const execution = await real.run(
      workflow('file-as-reference', { mode: 'referenceToVideo', imageBinaries: 'data' }),
    );
    expect(execution.data.resultData.error).toBeUndefined();
    expect(lastItems(execution).map(({ json }) => json.status)).toEqual(['completed']);
  });

  it('of the wrong type is refused before anything is sent', async () => {
    const execution = await real.run(
      workflow('file-of-wrong-type', { mode: 'referenceToVideo', audioBinaries: 'data' }),
    );
    expect(execution.status).toBe('error');
    expect(execution.data.resultData.error?.message).toBe(
      'Audio Files "data" must be of type audio, but its type is image/png.',
    );
  });
});
