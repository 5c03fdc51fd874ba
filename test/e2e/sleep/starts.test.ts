import { describe, expect, it } from 'vitest';
import type { Execution, Workflow } from '../../../playground/index.ts';
import { chain } from '../realN8n.ts';
import {
  afterNode,
  code,
  end,
  finished,
  itemsOf,
  line,
  looksAt,
  real,
  releases,
  runUpTo,
  start,
  startNode,
  tasksOf,
  to,
  until,
  untilAsleep,
  useSleepingN8n,
} from './rig.ts';

useSleepingN8n();

describe('a run that is started in another way', { concurrent: true }, () => {
  it('sleeps in production, started by the webhook of the workflow', async () => {
    const made = line('produced', ['produced sandbox:takes=20']);
    made.nodes[0] = {
      ...made.nodes[0]!,
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: 'produced',
      parameters: { path: 'produced', httpMethod: 'POST', responseMode: 'onReceived' },
    };
    const workflowId = await real.editor.store(made);
    await real.editor.publish(made.id);
    await until(async () => {
      const url = `${real.n8n.url}/webhook/produced`;
      return (await fetch(url, { method: 'POST' })).ok;
    });
    const filter = encodeURIComponent(JSON.stringify({ workflowId }));
    const listed = async () =>
      await real.client.get<{ results: { id: string; mode: string }[] }>(
        `/rest/executions?filter=${filter}`,
      );
    await until(async () => (await listed()).results.length > 0);
    const [{ id, mode }] = (await listed()).results as [{ id: string; mode: string }];
    expect(mode).toBe('webhook');
    await untilAsleep(id);
    expect(releases(await end(id))).toEqual([[finished]]);
  });

  it('sleeps for a task whose id is pinned, and creates none', async () => {
    const prompt = 'pinned sandbox:takes=40';
    const made = line('pinned', [prompt]);
    const before = await runUpTo({ ...made, id: 'pinned-before' }, 'Create Video');
    const [created] = itemsOf(before, 'Create Video');
    await real.editor.store({
      ...made,
      pinData: { 'Create Video': created!.map((json) => ({ json })) },
    });
    const id = await real.editor.run(made.id);
    await untilAsleep(id);
    expect(releases(await end(id))).toEqual([[finished]]);
    expect(await tasksOf(prompt)).toHaveLength(1);
  });

  it('asks nothing where the output of the waiting node is pinned', async () => {
    const prompt = 'pinned too sandbox:stuck';
    const made = line('pinned-wait', [prompt]);
    const pinned = { id: 'pinned', outcome: 'completed' };
    await real.editor.store({
      ...made,
      pinData: { 'Wait for Video': [{ json: pinned }] },
    });
    const execution = await end(await real.editor.run(made.id));
    expect(releases(execution)).toEqual([[pinned]]);
    expect(await looksAt(prompt)).toBe(0);
  });

  it('sleeps where a person runs the waiting node alone, with what was there before', async () => {
    const prompt = 'partly sandbox:takes=40';
    // As the editor stores it; without any, n8n refuses to run a part.
    const made = { ...line('partly', [prompt]), pinData: {} };
    const { data } = await runUpTo(made, 'Create Video');
    const id = await real.editor.runPart(made.id, 'Wait for Video', data);
    await untilAsleep(id);
    const execution = await end(id);
    expect(execution.data.resultData.error).toBeUndefined();
    expect(itemsOf(execution, 'Wait for Video')).toEqual([[finished]]);
    expect(releases(execution)).toEqual([]);
    expect(await tasksOf(prompt)).toHaveLength(1);
  });
});

describe('a sub-workflow', { concurrent: true }, () => {
  async function callWith(
    id: string,
    prompts: string[],
    waiting: object,
    inLoop = false,
  ): Promise<{ parent: Execution; child: Workflow }> {
    const child = line(`${id}-child`, [], { waiting });
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
    const parent = chain(`${id}-parent`, [
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
    if (inLoop) putInLoop(parent, 'Call');
    return { parent: await end(await start(parent)), child };
  }

  /** Puts Loop Over Items around a node, as n8n 3 wants it instead of “Run once for each item”. */
  function putInLoop(made: Workflow, name: string): void {
    made.nodes.push({
      id: 'each',
      name: 'Each',
      type: 'n8n-nodes-base.splitInBatches',
      typeVersion: 3,
      position: [0, 200],
      parameters: { batchSize: 1, options: {} },
    });
    Object.assign(made.connections, {
      Prompts: { main: [to('Each')] },
      Each: { main: [to('After'), to(name)] },
      [name]: { main: [to('Each')] },
    });
  }

  it('sleeps when it was called once with several items, and its caller gets them all', async () => {
    const { parent } = await callWith('all', ['a sandbox:takes=8', 'b sandbox:takes=14'], {});
    expect(parent.data.resultData.error).toBeUndefined();
    expect(releases(parent)).toEqual([[finished, finished]]);
  });

  it('fails its caller when a task fails', async () => {
    const { parent } = await callWith('fails', ['e sandbox:takes=8 sandbox:fail', 'f'], {});
    expect(parent.status).toBe('error');
    expect(parent.data.resultData.error?.message).toMatch(/^Row 1: Task task_\w+ failed/);
    expect(releases(parent)).toEqual([]);
  });

  it('stays awake for a single item', async () => {
    const { parent } = await callWith('one', ['c sandbox:takes=4'], {});
    expect(parent.data.resultData.error).toBeUndefined();
    expect(releases(parent)).toEqual([[finished]]);
  });

  it('brings every video home from a loop that calls it for each item', async () => {
    const prompts = ['g sandbox:takes=8', 'h sandbox:takes=4'];
    const { parent } = await callWith('loop', prompts, {}, true);
    expect(parent.data.resultData.error).toBeUndefined();
    expect(releases(parent)).toEqual([[finished, finished]]);
    for (const prompt of prompts) expect(await tasksOf(prompt)).toHaveLength(1);
  });
});
