import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { INodeParameters } from 'n8n-workflow';
import { node, to } from '../engine/node.ts';
import { runWorkflow } from '../engine/runWorkflow.ts';
import { longestBlockMs } from './blocks.ts';
import { cpuMsSince, type Figures } from './figures.ts';

/** Runs a node over as many items in n8n's own engine, against a service in another process. */
async function measureNode(
  part: string,
  type: string,
  parameters: INodeParameters,
  tasks: number,
): Promise<Figures> {
  const service = fork(fileURLToPath(new URL('./serve.ts', import.meta.url)));
  const [port] = (await once(service, 'message')) as [number];
  const baseUrl = `http://127.0.0.1:${port}`;
  const items = Array.from({ length: tasks }, (_, n) => ({ json: { id: `task_${n}` } }));
  const run = async () => {
    const { status, data } = await runWorkflow({
      executionId: `scale-${tasks}`,
      n8nUrl: baseUrl,
      credential: { baseUrl, apiKey: 'key-0123456789-0123456789' },
      nodes: [
        node('Items', 'test.items', { parameters: { items: items as never } }),
        node('Under Test', `n8n-nodes-videogen.${type}`, {
          parameters,
          credentials: { videoGenApi: { id: '1', name: 'test' } },
        }),
      ],
      connections: { Items: { main: [to('Under Test')] } },
    });
    if (!['success', 'waiting'].includes(status)) throw data.resultData.error ?? new Error(status);
  };
  try {
    const cpu = process.cpuUsage();
    const blockMs = await longestBlockMs(run);
    return { part, tasks, cpuMs: cpuMsSince(cpu) / tasks, longestBlockMs: blockMs };
  } finally {
    service.disconnect();
  }
}

export const measureCreation = async (items: number) =>
  await measureNode(
    'Create Video, for each item',
    'createVideo',
    {
      prompt: '={{ "A video of " + $json.id }}',
      options: { concurrency: 50, maxVideos: items },
    },
    items,
  );

export const measureAwake = async (items: number) =>
  await measureNode(
    'Wait for Video awake, three looks, for each item',
    'waitForVideo',
    {
      taskId: '={{ $json.id }}',
      options: { stayAwake: true, intervalSeconds: 1, concurrency: 50 },
    },
    items,
  );

export const measureFallingAsleep = async (items: number) =>
  await measureNode(
    'Wait for Video falling asleep, for each item',
    'waitForVideo',
    { taskId: '={{ $json.id }}', options: { concurrency: 50, watch: false } },
    items,
  );
