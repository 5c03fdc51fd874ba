import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCredential } from '../../playground/index.ts';
import { listen } from '../listen.ts';
import { chain } from './realN8n.ts';
import { end, real, runsOf, start, useRealN8n } from './waiting.ts';

useRealN8n(() => ({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } }));

const picture = readFileSync('test/nodes/CreateVideo/order/media/picture.png');
/** The requests of the service that is to fetch the file. */
const requests: Array<{ image_urls: string[] }> = [];
let url = '';
let close = async () => {};

beforeAll(async () => {
  ({ url, close } = await listen(async (request, response) => {
    requests.push(JSON.parse(await text(request)) as (typeof requests)[number]);
    response.end('{"id":"made","status":"pending"}');
  }));
});
afterAll(async () => await close());

it('gives the service a link that n8n answers with the type of the picture, which nobody knew', async () => {
  const data = { baseUrl: url, apiKey: 'key-that-is-secret' };
  const input = { name: 'Files', type: 'videoGenerationApi', data };
  const options = { fileName: 'download', mimeType: 'application/octet-stream' };
  const executionId = await start(
    chain('unknown-type', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        ...{ name: 'Base64', type: 'n8n-nodes-base.code', typeVersion: 2 },
        parameters: { jsCode: `return [{ base64: '${picture.toString('base64')}' }]` },
      },
      {
        ...{ name: 'File', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1 },
        parameters: { operation: 'toBinary', sourceProperty: 'base64', options },
      },
      {
        ...{ name: 'Create Video', type: 'n8n-nodes-video-generation.createVideo' },
        credentials: { videoGenerationApi: await importCredential(real.client, input) },
        parameters: {
          ...{ operation: 'create', mode: 'imageToVideo', prompt: 'A boat' },
          firstFrameSource: 'binary',
        },
      },
    ]),
  );
  const execution = await end(executionId);
  const [made] = runsOf(execution, 'Create Video').at(-1)!.data!.main!;
  expect(made!.map(({ json }) => json)).toMatchObject([{ id: 'made', paid: 'yes' }]);
  const served = await fetch(requests[0]!.image_urls[0]!);
  expect(served.headers.get('content-type')).toContain('image/png');
  expect(Buffer.from(await served.arrayBuffer())).toEqual(picture);
});
