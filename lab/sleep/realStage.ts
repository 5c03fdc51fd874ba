import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Workflow } from '../../playground/index.ts';
import type { ExecutionPlan, OrderPlan } from './Plan.ts';
import { workflowOf } from './stage.ts';

/** What the sandbox is to do with an order, in its words. */
export const sandboxFaults = ({ takesMs, fails, create }: OrderPlan) =>
  [
    `sandbox:takes=${takesMs / 1_000}`,
    fails && 'sandbox:fail',
    create === 'answerLost' && 'sandbox:reset-after@createVideo',
    create === 'busyFirst' && 'sandbox:rate-limit@createVideo=2*1',
  ]
    .filter(Boolean)
    .join(' ');

/** What the workflows tell, which outlives n8n. */
export async function startRecorder() {
  const delivered: string[] = [];
  const told: string[] = [];
  /** The executions whose branch beside has run. */
  const besides: string[] = [];
  const hear = async (request: IncomingMessage) => {
    const body = await text(request);
    if (request.url === '/told') told.push(body);
    else if (request.url === '/beside') besides.push((JSON.parse(body) as { id: string }).id);
    else delivered.push((JSON.parse(body) as { id: string }).id);
  };
  const server = createServer((request, response) => {
    void hear(request).then(() => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, delivered, told, besides, stop: () => server.close() };
}

/** The workflow of the simulator with n8n's own nodes around those under test. */
export function toRealWorkflow(
  id: string,
  plan: ExecutionPlan,
  recorderUrl: string,
  credential: { id: string; name: string },
  describeType: (type: string) => INodeTypeDescription,
): Workflow {
  const { nodes, connections } = workflowOf(plan, describeType);
  const tell = (path: string, json: string) => ({
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    parameters: {
      method: 'POST',
      url: `${recorderUrl}/${path}`,
      sendBody: true,
      specifyBody: 'json',
      jsonBody: `={{ JSON.stringify(${json}) }}`,
      options: {},
    },
  });
  const around: Record<string, object> = {
    Items: {
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: id,
      parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived' },
    },
    Rounds: {
      type: 'n8n-nodes-base.splitOut',
      typeVersion: 1,
      parameters: { fieldToSplitOut: 'body.orders', options: {} },
    },
    Deliver: tell('delivered', '{ id: $json.id, outcome: $json.outcome }'),
    Told: tell('told', '$json'),
    Beside: tell('beside', '{ id: $execution.id }'),
  };
  const real = nodes.map((node) => ({
    ...node,
    ...around[node.name],
    ...(node.credentials !== undefined && { credentials: { videoGenApi: credential } }),
  }));
  const settings = {
    executionOrder: plan.executionOrder,
    saveExecutionProgress: plan.savesProgress,
    saveManualExecutions: true,
  };
  return { id, name: id, nodes: real as never, connections: connections as never, settings };
}
