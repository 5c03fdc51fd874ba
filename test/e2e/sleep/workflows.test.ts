import { describe, expect, it } from 'vitest';
import { readExecution } from '../../../playground/index.ts';
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
  statesOf,
  runsOf,
  start,
  startNode,
  to,
  until,
  untilAsleep,
  useSleepingN8n,
  waitNode,
} from './rig.ts';

useSleepingN8n();

describe('a workflow in which executions sleep', { concurrent: true }, () => {
  it('sleeps at one node after the other', async () => {
    const made = chain('two', [
      startNode,
      code('Prompts', [{ prompt: 'two one sandbox:takes=8' }]),
      createNode(),
      waitNode(),
      code('Again', [{ prompt: 'two two sandbox:takes=8' }]),
      createNode({}, 'Create Another'),
      waitNode({}, 'Wait Again'),
      afterNode,
    ]);
    const execution = await end(await start(made));
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished]]);
  });

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

  it('runs a second time while the first run sleeps', async () => {
    const made = line('second', ['second sandbox:takes=15']);
    const first = await start(made);
    await untilAsleep(first);
    const second = await real.editor.run(made.id);
    for (const id of [first, second]) expect(releases(await end(id))).toEqual([[finished]]);
  });

  it('sends failures down the error branch', async () => {
    const prompts = ['f1 sandbox:takes=6 sandbox:fail', 'f2 sandbox:takes=6'];
    const made = line('failed', prompts, { settings: { onError: 'continueErrorOutput' } });
    made.nodes.push(...chain('failed-2', [{ ...afterNode, name: 'Failed' }]).nodes);
    made.connections['Wait for Video'] = { main: [to('After'), to('Failed')] } as never;
    const execution = await end(await start(made));
    expect(releases(execution)).toEqual([[finished]]);
    const [failed] = itemsOf(execution, 'Failed');
    expect(failed).toEqual([
      expect.objectContaining({ error: expect.stringMatching(/^Task task_\w+ failed/) }),
    ]);
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

  it('is stopped by a person while it is awake, and asks nothing any more', async () => {
    const waiting = { stayAwake: true, intervalSeconds: 1 };
    const [prompt, other] = ['halted sandbox:stuck', 'goes on sandbox:takes=20'];
    const id = await start(line('halted', [prompt], { waiting }));
    const going = start(line('goes-on', [other], { waiting }));
    await until(async () => (await looksAt(prompt)) > 1);
    await real.client.post(`/rest/executions/${id}/stop`, {});
    await until(async () => (await readExecution(real.client, id)).status === 'canceled');
    const looks = await looksAt(prompt);
    // The other one shows that time passes.
    const later = (await looksAt(other)) + 5;
    await until(async () => (await looksAt(other)) >= later);
    expect(await looksAt(prompt)).toBe(looks);
    await end(await going);
  });
});
