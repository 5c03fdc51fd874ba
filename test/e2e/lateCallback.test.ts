import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resumePath } from '../../nodes/links/resumeUrl.ts';
import {
  importWorkflow,
  readExecution,
  runWorkflow,
  untilEnded,
  waitFor,
} from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

let real: RealN8n;

beforeAll(async () => {
  real = await startRealN8n({ sandboxArgs: ['--renderer', 'instant', '--task-seconds', '2'] });
});
afterAll(() => real?.stop());

/** Create Video -> Wait for Video, suspended -> n8n's own Wait node, which a POST resumes -> After. */
function workflow(id: string) {
  const credentials = { videoGenApi: real.credential };
  return chain(id, [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials,
      parameters: { prompt: 'A late call', callback: 'resumeExecution' },
    },
    {
      name: 'Wait for Video',
      type: 'n8n-nodes-videogen.waitForVideo',
      credentials,
    },
    {
      name: 'Wait',
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      webhookId: '0d0f5c67-7f35-4a5b-9d3c-31a1f3d21c55',
      parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
    },
    { name: 'After', type: 'n8n-nodes-base.noOp' },
  ]);
}

const stateOf = async (id: string) => {
  const { status, data } = await readExecution(real.client, id);
  const { lastNodeExecuted } = (data?.resultData ?? {}) as { lastNodeExecuted?: string };
  return { status, lastNodeExecuted };
};

describe('a callback that comes late or again', () => {
  it('does not resume another node of the execution that waits for a call', async () => {
    const made = workflow('late-callback');
    await importWorkflow(real.client, made);
    const id = await runWorkflow(real.client, made.id, 'Start');
    const atWait = { status: 'waiting', lastNodeExecuted: 'Wait' };
    await waitFor(
      async () => (await stateOf(id)).lastNodeExecuted === 'Wait' || undefined,
      120_000,
      () => new Error('The callback did not wake Wait for Video'),
    );
    await waitFor(
      async () => (await stateOf(id)).status === 'waiting' || undefined,
      60_000,
      () => new Error('The Wait node does not wait'),
    );

    const { resumeToken } = (await readExecution(real.client, id)).data as { resumeToken?: string };
    const resumeUrl = (path: string) =>
      `${real.n8n.url}/webhook-waiting/${id}${path}?signature=${resumeToken}`;
    const call = async (url: string) => {
      const body = JSON.stringify({ id: 'task_of_before', status: 'completed' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    expect(await call(resumeUrl(`/${resumePath}`))).toBe(404);
    expect(await stateOf(id)).toEqual(atWait);

    // Whoever is meant to resume it still can.
    expect(await call(resumeUrl(''))).toBe(200);
    const { status, data } = await untilEnded(real.client, id, 60_000);
    expect(status).toBe('success');
    expect(data.resultData.runData.After).toHaveLength(1);
  });
});
