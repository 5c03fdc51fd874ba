import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import { fakeN8n } from '../../engine/sleeping.ts';
import { pending, workflow } from '../sleep/visits/scene.ts';

const executions = 50;
const itemBytes = 200_000;

async function fallAsleep(n: number): Promise<string> {
  const test = workflow([`task-${n}`], { options: { intervalSeconds: 3_600 } });
  const payload = Buffer.alloc(itemBytes, n).toString('latin1');
  test.nodes[0]!.parameters.items = [{ json: { id: `task-${n}`, payload } }];
  return (await runWorkflow(test)).status;
}

it('holds little for a sleeping execution, and none of its data', async () => {
  fakeService(() => pending);
  fakeN8n();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapBytes = async () => {
    for (let n = 0; n < 3; n++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    return process.memoryUsage().heapUsed;
  };
  const fallAsleepTogether = (from: number) =>
    Promise.all(Array.from({ length: executions }, (_, n) => fallAsleep(from + n)));
  await fallAsleepTogether(0);
  const before = await heapBytes();
  const statuses = await fallAsleepTogether(1_000);
  expect(new Set(statuses)).toEqual(new Set(['waiting']));
  const kilobytes = ((await heapBytes()) - before) / executions / 1_000;
  console.log(`${kilobytes.toFixed(1)} kB of heap for each of ${executions} sleeping executions`);
  // The mocked connections hold about 45 kB for each; its data would be 200.
  expect(kilobytes).toBeLessThan(100);
}, 180_000);
