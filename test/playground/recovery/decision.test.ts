import { describe, expect, it } from 'vitest';
import { crashed, created, entry, nodes, one, slept, type, wire } from './crashed.ts';
import { type Json, run } from './scene.ts';

const decide = (execution: Json, retries = 0, remembered: Json[] = []) =>
  run('Decide', [execution], {
    Choose: [{ key: '7 #1', root: '7', retries }],
    Remembered: remembered,
  })[0]!;

describe('the decision about a crashed execution', () => {
  it('resumes what was killed after its task was created', () => {
    for (const name of ['Wait for Video', 'Deliver'])
      expect(decide(crashed([entry(name)], created))).toMatchObject({
        verdict: 'retry',
        tasks: 'task_1',
      });
  });

  it('never resumes one whose create request may have been under way', () => {
    const three = Array(3).fill({ json: {} });
    expect(decide(crashed([entry('Create Video', three)], { Order: [{}] }))).toMatchObject({
      verdict: 'lost',
      expected: '3',
    });
  });

  it('does not resume what n8n had only half put to sleep, because that would skip a node', () => {
    const asleep = (stack: Json[], lastNodeExecuted: string) => {
      const runData = { ...created, [lastNodeExecuted]: [{ data: { main: [one] } }] };
      const execution = crashed(stack, runData);
      Object.assign(execution.data, { waitTill: '2026-01-01T00:00:00.000Z' });
      Object.assign(execution.data.resultData, { lastNodeExecuted });
      return execution;
    };
    const half = { verdict: 'lost', tasks: 'task_1', passed: '', expected: '0' };
    expect(decide(asleep([], 'Pause'))).toMatchObject(half);
    // Ours lies there twice, in front without items, before n8n adds it once more.
    const whole = [entry('Wait for Video', []), entry('Wait for Video')];
    expect(decide(asleep(whole, 'Wait for Video')).verdict).toBe('retry');
    const pause = { name: 'Pause', type: 'n8n-nodes-base.wait' };
    const paused = [entry('Pause', one, [...nodes, pause])];
    expect(decide(asleep(paused, 'Pause')).verdict).toBe('retry');
  });

  it('resumes Create Video that slept with every row noted, and no other', () => {
    expect(decide(slept(2, 2))).toMatchObject({ verdict: 'retry', tasks: 'task_0, task_1' });
    expect(decide(slept(2, 1)).verdict).toBe('lost');
    expect(decide(slept(2, 2, { state: 'over' })).verdict).toBe('lost');
  });

  it('does not ask for a first video by itself', () => {
    expect(decide(crashed([entry('Order')], {}))).toMatchObject({
      verdict: 'person',
      reason: expect.stringContaining('nothing was charged'),
    });
  });

  it('resumes what goes on to another video only where n8n stores each step', () => {
    const again = [...nodes, { name: 'Create Another', type: type('createVideo') }];
    const connections = wire(...again.map(({ name }) => name));
    const workflow = { nodes: again, connections };
    const at = [entry('Wait for Video')];
    expect(decide(crashed(at, created, {}, workflow)).verdict).toBe('retry');
    expect(decide(crashed(at, created, {}, { ...workflow, settings: {} })).verdict).toBe('lost');
    expect(decide(crashed(at, created, {}, { settings: {} })).verdict).toBe('retry');
  });

  it('does not run a sub-workflow or an agent again that can create videos', () => {
    const call = { name: 'Call', type: 'n8n-nodes-base.executeWorkflow' };
    const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent' };
    const tool = { name: 'Tool', type: type('createVideoTool') };
    const all = [...nodes, call, agent];
    const workflow = (more: Json[]) => ({ nodes: [...all, ...more] });
    const at = (name: string) => [entry(name, one, all)];
    expect(decide(crashed(at('Call'), created, {}, workflow([]))).verdict).toBe('lost');
    expect(decide(crashed(at('Agent'), created, {}, workflow([tool]))).verdict).toBe('lost');
    expect(decide(crashed(at('Agent'), created, {}, workflow([]))).verdict).toBe('retry');
  });

  it.each(['n8n-nodes-base.workflowTool', '@n8n/n8n-nodes-langchain.toolWorkflow'])(
    'does not run an agent again that can call a workflow, by %s',
    (toolType) => {
      const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent' };
      const all = [...nodes, agent];
      const workflow = { nodes: [...all, { name: 'Tool', type: toolType }] };
      expect(decide(crashed([entry('Agent', one, all)], created, {}, workflow)).verdict).toBe(
        'lost',
      );
    },
  );

  it('does not resume what has another request ahead, unless n8n stores each step', () => {
    const more = { name: 'Create More', type: type('createVideo') };
    const all = [...nodes, more];
    const stack = [entry('Deliver'), entry('Create More', one, all)];
    expect(decide(crashed(stack, created, {}, { nodes: all })).verdict).toBe('retry');
    expect(decide(crashed(stack, created, {}, { nodes: all, settings: {} }))).toMatchObject({
      verdict: 'lost',
      tasks: 'task_1',
      expected: '1',
    });
  });

  it('does not resume what another workflow had called, because nobody would get its result', () => {
    const execution = (stack: Json[], settings: Json) =>
      crashed(stack, created, { mode: 'integrated' }, { settings });
    const saved = { saveExecutionProgress: true };
    const asking = [entry('Create Video')];
    const waiting = [entry('Wait for Video')];
    expect(decide(execution(waiting, saved))).toMatchObject({ verdict: 'lost', expected: '0' });
    expect(decide(execution(waiting, {}))).toMatchObject({ verdict: 'lost', expected: '' });
    expect(decide(execution(asking, saved))).toMatchObject({ verdict: 'lost', expected: '' });
  });

  it('leaves alone what n8n went on with since it was listed', () => {
    for (const status of ['new', 'running', 'waiting', 'success'])
      expect(
        run('Decide', [crashed([entry('Deliver')], created, { status })], {
          Choose: [{ key: '7 #1', root: '7', retries: 0 }],
        }),
      ).toEqual([]);
  });

  it('leaves alone what failed by itself, was done, or has no video in it', () => {
    expect(decide(crashed([entry('Deliver')], created, { status: 'error' })).verdict).toBe('none');
    expect(decide(crashed([], { ...created, Deliver: [{}] })).verdict).toBe('none');
    expect(decide(crashed([], {}, {}, { nodes: nodes.slice(0, 1) }))).toMatchObject({
      verdict: 'noVideos',
      key: 'workflow w',
    });
  });

  it('leaves to a person what was run by hand, and what crashes again and again', () => {
    const at = [entry('Wait for Video')];
    expect(decide(crashed(at, created, { mode: 'manual' })).verdict).toBe('person');
    expect(decide(crashed(at, created), 4).verdict).toBe('retry');
    expect(decide(crashed(at, created), 5)).toMatchObject({
      verdict: 'person',
      reason: 'It was resumed 5 times and crashed each time.',
    });
  });
});
