import { describe, expect, it } from 'vitest';
import { resumePath } from '../../../nodes/n8n/ownAddresses.ts';
import { forgetPeak, residentMegabytes } from '../../../lab/bench/usage.ts';
import { startService } from '../../../lab/bench/service/startService.ts';
import { promptTaking } from '../../../lab/bench/service/tasks.ts';
import { downloadBinary, importCredential, readExecution } from '../../../playground/index.ts';
import { chain } from '../realN8n.ts';
import {
  afterNode,
  code,
  createNode,
  end,
  finished,
  line,
  looksAt,
  real,
  releases,
  runsOf,
  start,
  startNode,
  statesOf,
  tasksOf,
  to,
  until,
  untilAsleep,
  useSleepingN8n,
  waitNode,
} from './rig.ts';

useSleepingN8n();

describe('a workflow in which executions sleep', { concurrent: true }, () => {
  it('sleeps in every round of Loop Over Items', async () => {
    const made = chain('looped', [
      startNode,
      code('Prompts', [{ prompt: 'l1 sandbox:takes=6' }, { prompt: 'l2 sandbox:takes=6' }]),
      { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: {} },
      createNode(),
      waitNode(),
    ]);
    made.nodes.push(...chain('looped-2', [afterNode]).nodes);
    made.connections.Loop = { main: [to('After'), to('Create Video')] } as never;
    made.connections['Wait for Video'] = { main: [to('Loop')] } as never;
    const execution = await end(await start(made));
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished, finished]]);
    expect(runsOf(execution, 'Wait for Video')).toHaveLength(2);
  });

  it('is stopped by a person while it sleeps, stays so, and is asked for no more', async () => {
    const options = { intervalSeconds: 1 };
    // The first is stopped long before its task ends; the second shows how time goes on behind it.
    const [prompt, other] = ['stopped sandbox:takes=60', 'sleeps on sandbox:stuck'];
    const id = await start(line('stopped', [prompt], options));
    await untilAsleep(id);
    const sleepsOn = await start(line('sleeps-on', [other], options));
    await real.client.post(`/rest/executions/${id}/stop`, {});
    // Its task ends, and before n8n is called it is asked whether the execution is still there.
    const asked = statesOf(id).length;
    await until(async () => statesOf(id).length > asked);
    const looks = await looksAt(prompt);
    const later = (await looksAt(other)) + 3;
    await until(async () => (await looksAt(other)) >= later);
    expect(await looksAt(prompt)).toBe(looks);
    expect((await readExecution(real.client, id)).status).toBe('canceled');
    await real.client.post(`/rest/executions/${sleepsOn}/stop`, {});
  });
});

describe('a call that comes late', () => {
  it('does not resume another node of the execution that waits for a call', async () => {
    const made = chain('late', [
      startNode,
      code('Prompts', [{ prompt: 'late sandbox:takes=3' }]),
      createNode(),
      waitNode(),
      {
        name: 'Wait',
        type: 'n8n-nodes-base.wait',
        typeVersion: 1.1,
        webhookId: '0d0f5c67-7f35-4a5b-9d3c-31a1f3d21c55',
        parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
      },
      afterNode,
    ]);
    const id = await start(made);
    await until(async () => {
      const { status, data } = await readExecution(real.client, id);
      return status === 'waiting' && data.resultData.lastNodeExecuted === 'Wait';
    });
    const { resumeToken } = (await readExecution(real.client, id)).data as { resumeToken?: string };
    const call = async (path: string) => {
      const url = `${real.n8n.url}/webhook-waiting/${id}${path}?signature=${resumeToken}`;
      return (await fetch(url, { method: 'POST' })).status;
    };
    expect(await call(`/${resumePath}`)).toBe(404);
    expect((await readExecution(real.client, id)).status).toBe('waiting');
    // Whoever is meant to resume it still can.
    expect(await call('')).toBe(200);
    expect(releases(await end(id))).toHaveLength(1);
  });
});

describe('a sub-workflow', () => {
  it('sleeps, and its caller gets every video, ordered once', async () => {
    const child = line('child', []);
    child.nodes = child.nodes.filter(({ name }) => name !== 'Prompts');
    child.nodes[0] = {
      ...child.nodes[0]!,
      type: 'n8n-nodes-base.executeWorkflowTrigger',
      typeVersion: 1.1,
      parameters: { inputSource: 'passthrough' },
    };
    child.connections.Start = { main: [to('Create Video')] } as never;
    delete child.connections.Prompts;
    const childId = await real.editor.store(child);
    const prompts = [8, 14].map((takes) => `called sandbox:takes=${takes}`);
    const parent = chain('parent', [
      startNode,
      code(
        'Prompts',
        prompts.map((prompt) => ({ prompt })),
      ),
      {
        name: 'Call',
        type: 'n8n-nodes-base.executeWorkflow',
        typeVersion: 1.2,
        parameters: { workflowId: { __rl: true, mode: 'id', value: childId }, options: {} },
      },
      afterNode,
    ]);
    const execution = await end(await start(parent));
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished, finished]]);
    for (const prompt of prompts) expect(await tasksOf(prompt)).toHaveLength(1);
  });
});

const bytes = 300_000_000;

it('takes over a file of 300 MB after a sleep without holding it in memory', async () => {
  const service = await startService();
  try {
    service.reset({ fileBytes: bytes });
    const videoGenApi = await importCredential(real.client, {
      name: 'Large files',
      type: 'videoGenApi',
      data: { baseUrl: service.url, apiKey: 'key-of-large-files' },
    });
    const made = line('large', [promptTaking(8)]);
    for (const node of made.nodes) if (node.credentials) node.credentials = { videoGenApi };
    const id = await start(made);
    await untilAsleep(id);

    const { now: before } = residentMegabytes(real.n8n.pid);
    forgetPeak(real.n8n.pid);
    const execution = await end(id);
    const grown = Math.round(residentMegabytes(real.n8n.pid).peak - before);
    console.log(`a download of 300 MB after a sleep: ${grown} MB more at its peak`);
    const [item] = runsOf(execution, 'After')[0]!.data!.main![0]!;
    const stored = await downloadBinary(real.client, item!.binary!.data!);
    expect(stored.headers.get('content-length')).toBe(String(bytes));
    await stored.body?.cancel();
    expect(grown).toBeLessThan(150);
  } finally {
    await service.stop();
  }
});
