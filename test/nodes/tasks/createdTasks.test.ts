import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { node, to } from '../../engine/node.ts';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import { keepUnwatched } from '../../engine/unwatched.ts';
import type { TaskWait } from '../../../nodes/look/WaitState.ts';

keepUnwatched();
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const credentials = { videoGenApi: { id: '1', name: 'test' } };

/** Creates two videos and waits for them in the same execution. */
async function createThenWait(options: INodeParameters) {
  const atMs: Record<string, number[]> = { POST: [], GET: [] };
  const service = fakeService(({ method }) => {
    atMs[method]!.push(performance.now());
    const body =
      method === 'POST'
        ? { id: `task_${atMs.POST!.length}`, status: 'pending' }
        : { status: 'completed', results: ['https://files.test/a.mp4'] };
    return { status: 200, body };
  });
  const run = await runWorkflow({
    n8nUrl: 'https://n8n.test',
    credential: testCredential,
    nodes: [
      node('Items', 'test.items', { parameters: { items: [{ json: {} }, { json: {} }] as never } }),
      node('Create', 'n8n-nodes-videogen.createVideo', {
        parameters: { operation: 'create', prompt: 'A whale' },
        credentials,
      }),
      node('Wait', 'n8n-nodes-videogen.waitForVideo', {
        parameters: { download: false, options },
        credentials,
      }),
    ],
    connections: { Items: { main: [to('Create')] }, Create: { main: [to('Wait')] } },
  });
  service.verify();
  type Waits = Record<string, { state: { tasks: Record<string, TaskWait> } }>;
  const waits = run.data.executionData?.contextData['node:Wait']?.waits as Waits | undefined;
  const [wait] = Object.values(waits ?? {});
  return { run, atMs, watches: Object.values(wait?.state.tasks ?? {}) };
}

describe('tasks that were created in the same execution', () => {
  it('are looked at when the interval has passed since', async () => {
    const { run, atMs } = await createThenWait({ intervalSeconds: 1, stayAwake: true });
    expect(run.status).toBe('success');
    expect(atMs.GET).toHaveLength(2);
    expect(atMs.GET![0]! - atMs.POST![1]!).toBeGreaterThan(900);
  });

  it('are not looked at before the execution sleeps', async () => {
    const { run, atMs, watches } = await createThenWait({});
    expect(run.status).toBe('waiting');
    expect(atMs.GET).toEqual([]);
    expect(watches.map(({ polls }) => polls)).toEqual([0, 0]);
  });
});
