import { type Json } from './scene.ts';

export const type = (name: string) => `n8n-nodes-videogen.${name}`;
export const nodes = [
  { name: 'Order', type: 'n8n-nodes-base.webhook' },
  { name: 'Create Video', type: type('createVideo') },
  { name: 'Wait for Video', type: type('waitForVideo') },
  { name: 'Deliver', type: 'n8n-nodes-base.emailSend' },
];
export const wire = (...names: string[]) =>
  Object.fromEntries(
    names.slice(0, -1).map((name, index) => [name, { main: [[{ node: names[index + 1] }]] }]),
  );
export const one = [{ json: { id: 'task_1' } }];
export const entry = (name: string, given: unknown[] = one, all: Json[] = nodes) => ({
  node: all.find((node) => node.name === name),
  data: { main: [given] },
});
export const created = { 'Create Video': [{ data: { main: [one] } }] };

/** A crashed execution of Order, Create Video, Wait for Video, Deliver. */
export const crashed = (stack: Json[], runData: Json, more: Json = {}, workflow: Json = {}) => ({
  id: '7',
  status: 'crashed',
  mode: 'webhook',
  workflowId: 'w',
  workflowData: {
    name: 'Videos',
    nodes,
    connections: wire('Order', 'Create Video', 'Wait for Video', 'Deliver'),
    settings: { saveExecutionProgress: true },
    ...workflow,
  },
  data: {
    resultData: { runData },
    executionData: { nodeExecutionStack: stack, contextData: {} },
  },
  ...more,
});

const orders = (count: number, more: Json = {}) => {
  const rows = Array.from({ length: count }, (_, index) => [
    index,
    { result: { kind: 'accepted', task: { id: `task_${index}` } } },
  ]);
  const pass = { state: 'waiting', rows: Object.fromEntries(rows) as Json, ...more };
  return { orders: { passes: { 'pass 1': pass } } };
};
/** A crashed execution whose Create Video slept with some of its rows noted. */
export const slept = (count: number, noted: number, more: Json = {}) => {
  const execution = crashed(
    [entry('Create Video', []), entry('Create Video', Array(count).fill({ json: {} }))],
    { Order: [{}] },
  );
  execution.data.executionData.contextData = { 'node:Create Video': orders(noted, more) };
  return execution;
};
