import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { INode, INodeType } from 'n8n-workflow';
import type * as watchersModule from '../../nodes/watch/watchers.ts';
import { node, to } from '../../test/engine/node.ts';
import { runWorkflow } from '../../test/engine/runWorkflow.ts';
import { longestBlockMs } from './blocks.ts';
import { cpuMsSince, type Figures } from './figures.ts';
import { plainRequests } from './plainRequests.ts';

/** What is measured, after a node that gives out the items. */
interface Trial {
  part: string;
  node: Partial<INode> & Pick<INode, 'type'>;
  types?: Record<string, INodeType>;
}

/** Gives out items that are there already, so that making them does not count. */
const itemsNode = (tasks: number): INodeType => {
  const items = Array.from({ length: tasks }, (_, n) => ({ json: { id: `task_${n}` } }));
  return {
    description: {
      displayName: 'Items',
      name: 'ready',
      group: ['trigger'],
      version: 1,
      description: 'Items of the measurement',
      defaults: { name: 'Items' },
      inputs: ['main'],
      outputs: ['main'],
      properties: [],
    },
    execute: async () => [items],
  };
};

const require = createRequire(import.meta.url);
const { endWatch } = require('../../.out/nodes/watch/watchers.js') as typeof watchersModule;

let runs = 0;

/** Runs a node over as many items in n8n's own engine, against a service in another process. */
async function measureNode({ part, node: own, types }: Trial, tasks: number): Promise<Figures> {
  const service = fork(fileURLToPath(new URL('./serve.ts', import.meta.url)));
  const [port] = (await once(service, 'message')) as [number];
  const executionId = String((runs += 1));
  const baseUrl = `http://127.0.0.1:${port}`;
  const run = async () => {
    const { status, data } = await runWorkflow({
      executionId,
      n8nUrl: baseUrl,
      credential: { baseUrl, apiKey: 'key-0123456789-0123456789' },
      types: { ...types, 'test.ready': itemsNode(tasks) },
      nodes: [
        node('Items', 'test.ready'),
        node('Under Test', own.type, {
          credentials: { videoGenApi: { id: '1', name: 'test' } },
          ...own,
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
    // Nobody goes on asking for what the next one does not measure.
    endWatch(executionId);
    service.disconnect();
  }
}

const prompt = '={{ "A video of " + $json.id }}';

export const measureCreation = async (items: number) =>
  await measureNode(
    {
      part: 'Create Video, for each item',
      node: {
        type: 'n8n-nodes-videogen.createVideo',
        parameters: { operation: 'create', prompt, options: { maxVideos: items } },
      },
    },
    items,
  );

export const measureCreationAndWait = async (items: number) =>
  await measureNode(
    {
      part: 'Create and Wait with labels, falling asleep, for each item',
      node: {
        type: 'n8n-nodes-videogen.createVideo',
        parameters: {
          operation: 'createAndWait',
          prompt,
          options: { maxVideos: items, orderLabel: '={{ $json.id }}' },
        },
      },
    },
    items,
  );

export const measureAwake = async (items: number) =>
  await measureNode(
    {
      part: 'Wait for Video awake, three looks, for each item',
      node: {
        type: 'n8n-nodes-videogen.waitForVideo',
        parameters: {
          taskId: '={{ $json.id }}',
          options: { stayAwake: true, intervalSeconds: 1 },
        },
      },
    },
    items,
  );

export const measureFallingAsleep = async (items: number) =>
  await measureNode(
    {
      part: 'Wait for Video falling asleep, for each item',
      node: {
        type: 'n8n-nodes-videogen.waitForVideo',
        parameters: { taskId: '={{ $json.id }}', options: {} },
      },
    },
    items,
  );

/** What n8n itself takes to hand items from node to node. */
export const measureN8nPassing = async (items: number) =>
  await measureNode({ part: 'n8n alone, passing items on', node: { type: 'test.pass' } }, items);

/** What n8n itself takes for as many requests, side by side and eight after each other. */
export const measureN8nRequests = async (items: number) =>
  await measureNode(
    {
      part: 'n8n alone, a request for each item',
      node: { type: 'test.plainRequests' },
      types: { 'test.plainRequests': plainRequests },
    },
    items,
  );
