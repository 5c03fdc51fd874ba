import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import { listen } from '../../listen.ts';
import { isThorough } from '../../thorough.ts';
import { workflow } from '../sleep/visits/scene.ts';

const executions = 50;
const itemBytes = 200_000;

async function fallAsleep(n: number, url: string): Promise<string> {
  const credential = { ...testCredential, baseUrl: url };
  const options = { intervalSeconds: 3_600 };
  const test = workflow([`task-${n}`], { options }, { credential, n8nUrl: url });
  const payload = Buffer.alloc(itemBytes, n).toString('latin1');
  test.nodes[0]!.parameters.items = [{ json: { id: `task-${n}`, payload } }];
  return (await runWorkflow(test)).status;
}

// In CI alone: it reads the real heap, which a machine under load fills with what is still under way.
it.runIf(isThorough)('holds little for a sleeping execution, and none of its data', async () => {
  // The service and n8n in one: connections that are mocked would hold more than an execution does.
  const server = await listen(({ url = '' }, response) => {
    if (!url.startsWith('/form-waiting/'))
      return void response.end(JSON.stringify({ status: 'pending', progress: 40 }));
    response.setHeader('content-type', 'text/plain');
    response.end(url.startsWith('/form-waiting/0/') ? 'null' : 'running');
  });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapBytes = async () => {
    for (let n = 0; n < 3; n++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      collect();
    }
    return process.memoryUsage().heapUsed;
  };
  const fallAsleepTogether = (from: number) =>
    Promise.all(Array.from({ length: executions }, (_, n) => fallAsleep(from + n, server.url)));
  await fallAsleepTogether(0);
  const before = await heapBytes();
  const statuses = await fallAsleepTogether(1_000);
  expect(new Set(statuses)).toEqual(new Set(['waiting']));
  const kilobytesEach = async () => ((await heapBytes()) - before) / executions / 1_000;
  // Six to fifteen, measured several times; on a busy machine, a request may still be under way.
  await expect.poll(kilobytesEach).toBeLessThan(30);
  await server.close();
});
