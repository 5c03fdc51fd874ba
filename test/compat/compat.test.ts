import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilEnded, waitFor, type Workflow } from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from '../e2e/realN8n.ts';

const END_TIMEOUT_MS = 600_000;

let real: RealN8n;

beforeAll(async () => {
  real = await startRealN8n({ sandboxArgs: ['--task-seconds', '5'] });
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
        operation: 'create',
        prompt: 'A boat',
        duration: 'other',
        otherDuration: 1,
        quality: '240p',
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

async function run(workflow: Workflow): Promise<string> {
  await real.editor.store(workflow);
  return await real.editor.run(workflow.id);
}

async function finishedItems(id: string) {
  const { status, data } = await untilEnded(real.client, id, END_TIMEOUT_MS);
  const runs = data.resultData.runData['Wait for Video'] ?? [];
  const items = runs.at(-1)?.data?.main?.[0] ?? [];
  return { status, error: data.resultData.error?.message, items };
}

describe('an older n8n', { concurrent: true }, () => {
  it('knows both nodes and the credential', async () => {
    const names = async (kind: string) =>
      (await real.client.get<Array<{ name: string }>>(`/types/${kind}.json`)).map((t) => t.name);
    expect(await names('nodes')).toEqual(
      expect.arrayContaining(['n8n-nodes-videogen.createVideo', 'n8n-nodes-videogen.waitForVideo']),
    );
    expect(await names('credentials')).toContain('videoGenApi');
  });

  it('starts a workflow by the callback, after reading the task', async () => {
    const webhookId = '5f6c5c0e-8d4b-4c0e-9a57-3a0f0d0e6a11';
    const triggerId = await real.editor.store(
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
    await real.editor.publish('compat-trigger');
    const callbackUrl = `${real.n8n.url}/webhook/${webhookId}/video-finished`;
    const create = { prompt: 'A swan', options: { callbackUrl } };
    const { items, error } = await finishedItems(
      await run(createAndWait('compat-caller', create, {})),
    );
    expect(error).toBeUndefined();

    const filter = encodeURIComponent(JSON.stringify({ workflowId: triggerId }));
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
