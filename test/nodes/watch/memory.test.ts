import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLoopbackService, type LoopbackService } from '../../engine/loopbackService.ts';
import { node, to } from '../../engine/node.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';

const executions = 200;
const itemBytes = 200_000;

let loopback: LoopbackService;

beforeAll(async () => {
  loopback = await startLoopbackService(({ path, response }) => {
    loopback.requests.length = 0;
    if (path.startsWith('/form-waiting/0/')) return response.end('null');
    if (path.startsWith('/form-waiting/')) return response.end('running');
    if (!path.startsWith('/webhook-waiting/')) return response.end('{"status":"pending"}');
    response.statusCode = 409;
    return response.end('{"code":409,"message":"The execution is running already."}');
  });
});
afterAll(() => loopback?.close());

async function fallAsleep(n: number): Promise<string> {
  const payload = Buffer.alloc(itemBytes, n).toString('latin1');
  const items = [{ json: { id: `task-${n}`, payload } }];
  const { status } = await runWorkflow({
    executionId: `${7_000 + n}`,
    n8nUrl: loopback.baseUrl,
    credential: { baseUrl: loopback.baseUrl, apiKey: 'key-0123456789' },
    nodes: [
      node('Items', 'test.items', { parameters: { items } }),
      node('Wait', 'n8n-nodes-videogen.waitForVideo', {
        parameters: { options: { intervalSeconds: 3_600 } },
        credentials: { videoGenApi: { id: '1', name: 'test' } },
      }),
    ],
    connections: { Items: { main: [to('Wait')] } },
  });
  return status;
}

it('holds little for a sleeping execution, and none of its data', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapBytes = async () => {
    for (let n = 0; n < 3; n++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    return process.memoryUsage().heapUsed;
  };
  for (let n = 0; n < 20; n++) await fallAsleep(n);
  const before = await heapBytes();
  for (let n = 0; n < executions; n++) expect(await fallAsleep(1_000 + n)).toBe('waiting');
  const kilobytes = ((await heapBytes()) - before) / executions / 1_000;
  console.log(`${kilobytes.toFixed(1)} kB of heap for each of ${executions} sleeping executions`);
  expect(kilobytes).toBeLessThan(60);
}, 180_000);
