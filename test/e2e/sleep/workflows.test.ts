import { describe, expect, it } from 'vitest';
import { readExecution, type Execution } from '../../../playground/index.ts';
import { chain } from '../realN8n.ts';
import {
  afterNode,
  code,
  createNode,
  end,
  finished,
  itemsOf,
  line,
  looksAt,
  real,
  releases,
  runsOf,
  runUpTo,
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
  it('sleeps in both inputs of a Merge, beside n8n’s own Wait that sleeps too', async () => {
    const made = chain('merged', [startNode, code('Prompts', [{ prompt: 'm sandbox:takes=9' }])]);
    const more = chain('merged-2', [
      createNode({}, 'Create A'),
      waitNode({}, 'Wait A'),
      createNode({}, 'Create B'),
      waitNode({}, 'Wait B'),
      {
        name: 'Pause',
        type: 'n8n-nodes-base.wait',
        typeVersion: 1.1,
        // n8n puts an execution to sleep for its own Wait from 65 s on.
        parameters: { amount: 66, unit: 'seconds' },
      },
      { name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3.1, parameters: {} },
      afterNode,
    ]);
    made.nodes.push(...more.nodes);
    made.connections = {
      Start: { main: [to('Prompts')] },
      Prompts: { main: [[...to('Create A'), ...to('Create B'), ...to('Pause')]] },
      'Create A': { main: [to('Wait A')] },
      'Create B': { main: [to('Wait B')] },
      'Wait A': { main: [to('Merge', 0)] },
      'Wait B': { main: [to('Merge', 1)] },
      Merge: { main: [to('After')] },
    } as never;
    const execution = await end(await start(made));
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished, finished]]);
    expect(runsOf(execution, 'Pause')).toHaveLength(1);
  });

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
    const waiting = { intervalSeconds: 1 };
    const [prompt, other] = ['stopped sandbox:stuck', 'sleeps on sandbox:takes=60'];
    const id = await start(line('stopped', [prompt], { waiting }));
    await untilAsleep(id);
    const going = start(line('sleeps-on', [other], { waiting }));
    await real.client.post(`/rest/executions/${id}/stop`, {});
    // From here on, whoever asks n8n whether the execution is still there hears that it is not.
    const asked = statesOf(id).length;
    await until(async () => statesOf(id).length > asked);
    const looks = await looksAt(prompt);
    const later = (await looksAt(other)) + 8;
    await until(async () => (await looksAt(other)) >= later);
    expect(await looksAt(prompt)).toBe(looks);
    expect((await readExecution(real.client, id)).status).toBe('canceled');
    expect(releases(await end(await going))).toEqual([[finished]]);
  });
});

describe('a run that is started in another way', { concurrent: true }, () => {
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
  /** Calls a workflow that orders and waits, with all prompts at once or in Loop Over Items. */
  async function call(id: string, prompts: string[], inLoop: boolean): Promise<Execution> {
    const child = line(`${id}-child`, []);
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
    const rows = prompts.map((prompt) => ({ prompt }));
    const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
    const calling = {
      name: 'Call',
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      parameters: { workflowId: { __rl: true, mode: 'id', value: childId }, options: {} },
    };
    const parent = chain(`${id}-parent`, [
      ...[startNode, code('Prompts', rows)],
      ...(inLoop ? [loop] : []),
      ...[calling, afterNode],
    ]);
    // n8n 3 wants the loop in place of “Run once for each item”.
    if (inLoop)
      Object.assign(parent.connections, {
        Loop: { main: [to('After'), to('Call')] },
        Call: { main: [to('Loop')] },
      });
    return await end(await start(parent));
  }

  it.each([false, true])(
    'sleeps, and its caller gets every video, ordered once: in a loop %s',
    async (inLoop) => {
      const prompts = [8, 14].map((takes) => `called ${inLoop} sandbox:takes=${takes}`);
      const parent = await call(inLoop ? 'loop' : 'all', prompts, inLoop);
      expect(parent.data.resultData.error).toBeUndefined();
      expect(releases(parent)).toEqual([[finished, finished]]);
      for (const prompt of prompts) expect(await tasksOf(prompt)).toHaveLength(1);
    },
  );
});
