import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  installN8n,
  readExecution,
  untilEnded,
  waitFor,
  type Workflow,
} from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from '../e2e/realN8n.ts';

const END_TIMEOUT_MS = 600_000;

let real: RealN8n;

beforeAll(async () => {
  const installed = await installN8n(join(import.meta.dirname, 'n8n1'));
  real = await startRealN8n({ installed, sandboxArgs: ['--task-seconds', '5'] });
});
afterAll(() => real?.stop());

const createAndWait = (id: string, create: object, wait: object): Workflow =>
  chain(id, [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials: { videoGenApi: real.credential },
      parameters: {
        prompt: 'A boat',
        duration: 'other',
        otherDuration: 1,
        quality: 'other',
        otherQuality: '240p',
        ...create,
      },
    },
    {
      name: 'Wait for Video',
      type: 'n8n-nodes-videogen.waitForVideo',
      credentials: { videoGenApi: real.credential },
      parameters: { ...wait },
    },
  ]);

const store = (workflow: Workflow) =>
  real.client.post<Workflow>('/rest/workflows', { ...workflow, active: false });

/** Stores and runs a workflow as the editor of n8n 1 does: the run takes the workflow along. */
async function run(workflow: Workflow): Promise<string> {
  const workflowData = await store(workflow);
  const { executionId } = await real.client.post<{ executionId: string }>(
    `/rest/workflows/${workflowData.id}/run`,
    { workflowData, triggerToStartFrom: { name: 'Start' } },
  );
  return executionId;
}

const untilWaiting = (id: string) =>
  waitFor(
    async () => (await readExecution(real.client, id)).status === 'waiting' || undefined,
    END_TIMEOUT_MS,
    () => new Error(`Execution ${id} was not put to sleep.`),
  );

/** The execution when it is over, with its data: n8n 1 stores those a moment after the status. */
async function ended(id: string) {
  await untilEnded(real.client, id, END_TIMEOUT_MS);
  return await untilEnded(real.client, id, END_TIMEOUT_MS);
}

const to = (node: string, index = 0) => [{ node, type: 'main', index }];

async function finishedItems(id: string, output: number) {
  const { status, data } = await ended(id);
  const runs = data.resultData.runData['Wait for Video'] ?? [];
  const items = runs.at(-1)?.data?.main?.[output] ?? [];
  return { status, error: data.resultData.error?.message, items };
}

describe('n8n 1.123', { concurrent: true }, () => {
  it('knows both nodes and the credential', async () => {
    const names = async (kind: string) =>
      (await real.client.get<Array<{ name: string }>>(`/types/${kind}.json`)).map((t) => t.name);
    expect(await names('nodes')).toEqual(
      expect.arrayContaining(['n8n-nodes-videogen.createVideo', 'n8n-nodes-videogen.waitForVideo']),
    );
    expect(await names('credentials')).toContain('videoGenApi');
  });

  it('creates a video, waits in the execution and downloads the file', async () => {
    const id = await run(
      createAndWait('compat-poll', {}, { download: true, waiting: { stayAwake: true } }),
    );
    const { status, error, items } = await finishedItems(id, 0);
    expect({ status, error }).toEqual({ status: 'success', error: undefined });
    expect(items).toMatchObject([
      { json: { status: 'completed' }, binary: { data: { mimeType: 'video/mp4' } } },
    ]);
  });

  it('sleeps, and finishes after its timer', async () => {
    const create = { prompt: 'A boat sandbox:takes=15' };
    const id = await run(createAndWait('compat-timer', create, { waiting: { watch: false } }));
    await untilWaiting(id);
    const { status, error, items } = await finishedItems(id, 0);
    expect({ status, error }).toEqual({ status: 'success', error: undefined });
    expect(items).toMatchObject([{ json: { status: 'completed' } }]);
  });

  it('rings a sleeping execution when its task has ended', async () => {
    const id = await run(
      createAndWait('compat-watched', { prompt: 'A kite sandbox:takes=15' }, {}),
    );
    await untilWaiting(id);
    const { status, error, items } = await finishedItems(id, 0);
    expect({ status, error }).toEqual({ status: 'success', error: undefined });
    expect(items).toMatchObject([{ json: { status: 'completed' } }]);
    // The timer would have come after a minute.
    expect(items[0]!.json.waitedSeconds).toBeLessThan(60);
  });

  it('wakes a sleeping execution by the callback', async () => {
    const create = { prompt: 'A kite sandbox:takes=15', callback: 'resumeExecution' };
    const waiting = { watch: false };
    const id = await run(createAndWait('compat-callback', create, { waiting }));
    await untilWaiting(id);
    const { status, error, items } = await finishedItems(id, 0);
    expect({ status, error }).toEqual({ status: 'success', error: undefined });
    expect(items).toMatchObject([{ json: { status: 'completed' } }]);
    expect(items[0]!.json.waitedSeconds).toBeLessThan(60);
  });

  it('sleeps in every round of Loop Over Items', async () => {
    const workflow = createAndWait('compat-loop', { prompt: 'A loop sandbox:takes=8' }, {});
    workflow.nodes.push(
      ...chain('compat-loop-2', [
        {
          name: 'Rows',
          type: 'n8n-nodes-base.code',
          typeVersion: 2,
          parameters: { jsCode: 'return [{ json: { row: 1 } }, { json: { row: 2 } }]' },
        },
        { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 },
        { name: 'After', type: 'n8n-nodes-base.noOp' },
      ]).nodes,
    );
    workflow.connections = {
      Start: { main: [to('Rows')] },
      Rows: { main: [to('Loop')] },
      Loop: { main: [to('After'), to('Create Video')] },
      'Create Video': { main: [to('Wait for Video')] },
      'Wait for Video': { main: [to('Loop')] },
    };
    const { status, data } = await ended(await run(workflow));
    expect(status).toBe('success');
    expect(data.resultData.runData['Wait for Video']).toHaveLength(2);
    expect(data.resultData.runData.After![0]!.data!.main![0]).toMatchObject([
      { json: { status: 'completed' } },
      { json: { status: 'completed' } },
    ]);
  });

  it('sleeps in both inputs of a Merge, beside n8n’s own Wait that sleeps too', async () => {
    const create = { prompt: 'Both sandbox:takes=12' };
    const workflow = createAndWait('compat-merge', create, {});
    const find = (name: string) => workflow.nodes.find((one) => one.name === name)!;
    const also = (name: string) => ({
      ...structuredClone(find(name)),
      id: name,
      name: `${name} B`,
    });
    workflow.nodes.push(
      also('Create Video'),
      also('Wait for Video'),
      ...chain('compat-merge-2', [
        {
          name: 'Pause',
          type: 'n8n-nodes-base.wait',
          typeVersion: 1.1,
          // n8n puts an execution to sleep for its own Wait from 65 s on.
          parameters: { amount: 66, unit: 'seconds' },
        },
        { name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3.1 },
        { name: 'After', type: 'n8n-nodes-base.noOp' },
      ]).nodes,
    );
    workflow.connections = {
      Start: { main: [[...to('Create Video'), ...to('Create Video B'), ...to('Pause')]] },
      'Create Video': { main: [to('Wait for Video')] },
      'Create Video B': { main: [to('Wait for Video B')] },
      'Wait for Video': { main: [to('Merge', 0)] },
      'Wait for Video B': { main: [to('Merge', 1)] },
      Merge: { main: [to('After')] },
    };
    const { status, data } = await ended(await run(workflow));
    expect(status).toBe('success');
    expect(data.resultData.runData.After!.map(({ data }) => data!.main![0])).toMatchObject([
      [{ json: { status: 'completed' } }, { json: { status: 'completed' } }],
    ]);
    expect(data.resultData.runData.Pause).toHaveLength(1);
  });

  it('lets items go as they come, and failures by the error branch', async () => {
    const create = { prompt: '={{ $json.prompt }}' };
    const workflow = createAndWait('compat-items', create, { options: { release: 'asTheyCome' } });
    Object.assign(workflow.nodes[2]!, { onError: 'continueErrorOutput' });
    const prompts = [
      'Slow sandbox:takes=25',
      'Bad sandbox:takes=6 sandbox:fail',
      'Quick sandbox:takes=6',
    ];
    workflow.nodes.push(
      ...chain('compat-items-2', [
        {
          name: 'Rows',
          type: 'n8n-nodes-base.code',
          typeVersion: 2,
          parameters: {
            jsCode: `return ${JSON.stringify(prompts.map((prompt) => ({ json: { prompt } })))}`,
          },
        },
        { name: 'After', type: 'n8n-nodes-base.noOp' },
        { name: 'Failed', type: 'n8n-nodes-base.noOp' },
      ]).nodes,
    );
    workflow.connections = {
      Start: { main: [to('Rows')] },
      Rows: { main: [to('Create Video')] },
      'Create Video': { main: [to('Wait for Video')] },
      'Wait for Video': { main: [to('After'), to('Failed')] },
    };
    const { status, data } = await ended(await run(workflow));
    expect(status).toBe('success');
    const { runData } = data.resultData;
    const itemsOf = (name: string) => runData[name]!.map(({ data }) => data!.main![0]!);
    const created = itemsOf('Create Video')[0]!.map(({ json }) => json.id);
    expect(
      itemsOf('After')
        .flat()
        .map(({ json }) => json.id),
    ).toEqual([created[2], created[0]]);
    expect(itemsOf('Failed').flat()).toMatchObject([
      {
        json: {
          error: expect.stringMatching(`^Task ${String(created[1])} failed`) as string,
          details: { taskId: created[1] },
        },
      },
    ]);
  });

  it('stays stopped when a person stops it while it sleeps', async () => {
    const id = await run(createAndWait('compat-stop', { prompt: 'Stop sandbox:takes=20' }, {}));
    await untilWaiting(id);
    await real.client.post(`/rest/executions/${id}/stop`, {});
    // A later one that is rung shows that the first one's time has come and gone.
    const later = await run(createAndWait('compat-later', { prompt: 'Go sandbox:takes=25' }, {}));
    expect((await finishedItems(later, 0)).status).toBe('success');
    expect((await readExecution(real.client, id)).status).toBe('canceled');
  });

  it('starts a workflow by the callback, after reading the task', async () => {
    const webhookId = '5f6c5c0e-8d4b-4c0e-9a57-3a0f0d0e6a11';
    const trigger = await store(
      chain('compat-trigger', [
        {
          name: 'Video Finished Trigger',
          type: 'n8n-nodes-videogen.videoFinishedTrigger',
          webhookId,
          credentials: { videoGenApi: real.credential },
        },
        { name: 'After', type: 'n8n-nodes-base.noOp' },
      ]),
    );
    await real.client.patch(`/rest/workflows/${trigger.id}`, { ...trigger, active: true });
    const callbackUrl = `${real.n8n.url}/webhook/${webhookId}/video-finished`;
    const create = { prompt: 'A swan', callback: 'url', callbackUrl };
    const { items, error } = await finishedItems(
      await run(createAndWait('compat-caller', create, {})),
      0,
    );
    expect(error).toBeUndefined();

    const filter = encodeURIComponent(JSON.stringify({ workflowId: trigger.id }));
    const started = await waitFor(
      async () => {
        const path = `/rest/executions?filter=${filter}`;
        const { results } = await real.client.get<{ results: Array<{ id: string }> }>(path);
        return results[0];
      },
      END_TIMEOUT_MS,
      () => new Error('The callback started nothing.'),
    );
    const { status, data } = await untilEnded(real.client, started.id, END_TIMEOUT_MS);
    expect(status).toBe('success');
    expect(data.resultData.runData.After?.[0]?.data?.main?.[0]).toMatchObject([
      { json: { id: items[0]!.json.id, status: 'completed' } },
    ]);
  });
});
