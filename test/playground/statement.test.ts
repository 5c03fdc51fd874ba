import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readExamples } from '../../playground/demo/seed.ts';
import { fakeService, type Reply } from '../engine/fakeService.ts';
import { runNode } from '../engine/runNode.ts';
import { haveVirtualTime } from '../engine/virtualTime.ts';
import { items, runCode, type Json } from './runCode.ts';

const example = (await readExamples()).find(({ id }) => id === 'vgStatement00001')!;

haveVirtualTime();
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

/** A service that does what the prompt says, and the tasks that it made. */
function service() {
  const made: string[] = [];
  fakeService(({ body, method, path }): Reply => {
    if (method === 'GET') {
      const id = path.split('/').at(-1)!;
      const results = ['https://files.test/a.mp4'];
      return { status: 200, body: { id, status: 'completed', results } };
    }
    const { prompt } = body as { prompt: string };
    if (prompt.includes('refused')) return { status: 422, body: { message: 'no' } };
    const id = `task-${made.length + 1}`;
    made.push(id);
    if (prompt.includes('lost')) return { breakWith: 'ECONNRESET' };
    if (prompt.includes('broken')) return { status: 200, body: `{"id":"${id}","sta` };
    return { status: 200, body: { id, status: 'pending' } };
  });
  return made;
}

let nextId = 0;

/** What n8n's public API gives of an execution that has ordered these. */
async function execution(prompts: string[], settings: Partial<INode> = {}): Promise<Json> {
  const { run } = await runNode({
    type: 'createVideo',
    workflowId: randomUUID(),
    executionId: String(++nextId),
    parameters: {
      ...{ prompt: '={{ $json.prompt }}', download: false },
      options: {
        ...{ stayAwake: true, callbackUrl: 'https://hooks.test/done' },
        orderLabel: '={{ $json.prompt }}',
      },
    },
    settings,
    items: prompts.map((prompt) => ({ json: { prompt } })),
  });
  const type = 'n8n-nodes-video-generation.createVideo';
  return {
    id: nextId,
    status: run.status,
    startedAt: '2030-01-01T00:00:00.000Z',
    workflowData: { name: 'Shop', nodes: [{ name: 'Under Test', type }] },
    data: JSON.parse(JSON.stringify(run.data)) as Json,
  };
}

const goOn = { onError: 'continueErrorOutput' } as const;
const all = ['made', 'lost', 'broken', 'refused', 'made too'];
const statesOf = (orders: Json[]) =>
  Object.fromEntries(orders.map(({ label, state, task }) => [label, task ?? state]));

describe('the statement', () => {
  it('lists what came of each row', async () => {
    const made = service();
    const orders = runCode(example, 'Orders', [await execution(all, goOn)]);
    const [first, , third, last] = made;
    expect(statesOf(orders)).toEqual({
      made: first,
      lost: 'unknown',
      broken: third,
      refused: 'notPaid',
      'made too': last,
    });
    expect(new Set(orders.map(({ execution: id }) => id))).toEqual(new Set([String(nextId)]));
  });

  it('lists what a batch that stopped had made, and a retry of it once', async () => {
    const made = service();
    const stopped = await execution(['made', 'refused']);
    expect(made).toHaveLength(1);
    const orders = runCode(example, 'Orders', [stopped, { ...stopped, id: 99_999 }]);
    expect(statesOf(orders)).toMatchObject({ made: 'task-1' });
    expect(orders.filter(({ state }) => state === 'paid')).toHaveLength(1);
  });

  it('calls unknown what n8n was killed over', () => {
    const type = 'n8n-nodes-video-generation.createVideo';
    const workflowData = { name: 'Shop', nodes: [{ name: 'Make', type }] };
    const nodeExecutionStack = [{ node: { name: 'Make' }, data: { main: [items([{}, {}])] } }];
    const data = { resultData: { runData: {} }, executionData: { nodeExecutionStack } };
    const killed = { id: 7, status: 'crashed', workflowData, data };
    const emptied = { ...killed, id: 8, data: { resultData: { runData: {} } } };
    const orders = runCode(example, 'Orders', [killed, emptied]);
    expect(orders.map(({ state, execution: id }) => `${state} ${id}`)).toEqual([
      ...['unknown 7', 'unknown 7', 'unknown 8'],
    ]);
  });

  it('adds up, and says which tasks have failed', () => {
    const paid = ['a', 'b'].map((task) => ({ state: 'paid', task }));
    const [first, ...lines] = runCode(example, 'Statement', [], {
      Orders: [...paid, { state: 'unknown' }, { state: 'notPaid' }],
      'Look Once': [
        { id: 'a', status: 'completed', finished: true, videoUrl: 'https://files.test/a.mp4' },
        { id: 'b', status: 'Expired', finished: true },
        {},
      ],
    });
    expect(first).toEqual({ totals: { paid: 1, failed: 1, unknown: 1, notPaid: 1 }, videos: 2 });
    expect(lines.map(({ state }) => state)).toEqual(['paid', 'failed', 'unknown', 'notPaid']);
  });
});
