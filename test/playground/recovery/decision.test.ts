import { describe, expect, it } from 'vitest';
import { crashed, created, entry, nodes, one, slept, type, wire } from './crashed.ts';
import { example, type Json, run } from './scene.ts';

const decide = (execution: Json, retries = 0, remembered: Json[] = []) =>
  run('Decide', [execution], {
    Choose: [{ key: '7 #1', root: '7', retries }],
    Remembered: remembered,
  })[0]!;
const note = (execution: Json) =>
  run('Decide', [execution], { Choose: [{ key: '7 noted', root: '7', retries: 0 }] })[0];

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

  it('tells the tasks that a node has yet to do something with from the others', () => {
    const two = [{ json: { id: 'task_1' } }, { json: { id: 'task_12' } }];
    const execution = crashed([entry('Create Video', [{ json: { id: 'task_12' } }])], {
      'Create Video': [{ data: { main: [two] } }],
    });
    expect(decide(execution)).toMatchObject({
      verdict: 'lost',
      tasks: 'task_12',
      passed: 'task_1',
      expected: '1',
    });
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

  it('does not count a node that is switched off', () => {
    const off = { name: 'Create Another', type: type('createVideo'), disabled: true };
    const all = [...nodes, off];
    const connections = wire(...all.map(({ name }) => name));
    const workflow = { nodes: all, connections, settings: {} };
    expect(decide(crashed([entry('Wait for Video')], created, {}, workflow)).verdict).toBe('retry');
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

  it('looks for the videos of one whose data n8n has lost', () => {
    for (const status of ['error', 'crashed'])
      expect(decide(crashed([], {}, { status })).verdict).toBe('lost');
    expect(decide(crashed([], {}, { data: undefined })).verdict).toBe('lost');
  });

  it('knows the videos that a sleeping one had noted apart, and whether there are others', () => {
    const emptied = (customData: Json, workflow: Json = {}) =>
      decide(crashed([], {}, { status: 'error', customData }, workflow));
    const tasks = { videogen_tasks: 'task_1, task_2', videogen_tasks_2: 'task_3', mine: 'x' };
    expect(emptied(tasks)).toMatchObject({
      ...{ verdict: 'lost', tasks: 'task_1, task_2, task_3', passed: '', expected: '0' },
    });
    expect(emptied({ ...tasks, videogen_tasks_2: '' })).toMatchObject({
      ...{ tasks: 'task_1, task_2', expected: '0' },
    });
    expect(emptied({ videogen_tasks: 'task_1, …' })).toMatchObject({
      ...{ tasks: 'task_1', expected: '' },
    });
    expect(emptied({})).toMatchObject({ tasks: '', expected: '' });

    const another = [...nodes, { name: 'Create Another', type: type('createVideo') }];
    const twice = { nodes: another, connections: wire(...another.map(({ name }) => name)) };
    expect(emptied(tasks, twice)).toMatchObject({ tasks: expect.any(String), expected: '' });
    const off = another.map((node) => ({ ...node, disabled: node.name === 'Create Another' }));
    expect(emptied(tasks, { ...twice, nodes: off })).toMatchObject({ expected: '0' });
    const loop = wire('Order', 'Create Video', 'Wait for Video', 'Deliver', 'Create Video');
    expect(emptied(tasks, { connections: loop })).toMatchObject({ expected: '' });
    const branches = { ...wire('Order', 'Create Video', 'Wait for Video'), Deliver: loop.Order };
    expect(emptied(tasks, { connections: branches })).toMatchObject({ expected: '' });
    const agent = [...nodes.slice(2), { name: 'A', type: '@n8n/n8n-nodes-langchain.agent' }];
    const tool = { name: 'Tool', type: type('createVideoTool') };
    expect(emptied(tasks, { nodes: [...agent, tool] })).toMatchObject({ expected: '' });
    expect(emptied(tasks, { nodes: agent })).toMatchObject({ expected: '0' });
  });

  it('knows the videos of one that ran, where n8n writes over it, from what was noted', () => {
    const row = { key: '7 noted', execution: '7', state: 'noted', tasks: 'task_1, task_2' };
    const emptied = crashed([], {}, { status: 'error', customData: { videogen_tasks: 'task_2' } });
    const twice = [...nodes, { name: 'Create Another', type: type('createVideo') }];
    emptied.workflowData.nodes = twice;
    expect(decide(emptied, 0, [{ ...row, key: '77 noted' }, row])).toMatchObject({
      ...{ verdict: 'lost', tasks: 'task_2, task_1', passed: '', expected: '' },
    });
    expect(decide(emptied, 0, [{ ...row, expected: '0' }])).toMatchObject({ expected: '0' });
    expect(decide(emptied, 0, [{ ...row, tasks: null }])).toMatchObject({ tasks: 'task_2' });
  });

  it('notes the videos of one that runs as soon as it has any', () => {
    const running = (stack: Json[], runData: Json, more: Json = {}, workflow: Json = {}) =>
      note(crashed(stack, runData, { status: 'running', ...more }, workflow));
    expect(running([entry('Create Video')], { Order: [{}] })).toBeUndefined();
    expect(running([], {}, { data: undefined })).toBeUndefined();
    const waiting = { verdict: 'noted', key: '7 noted', tasks: 'task_1', expected: '0' };
    expect(running([entry('Wait for Video')], created)).toMatchObject(waiting);
    expect(running([entry('Wait for Video')], created, { status: 'waiting' })).toMatchObject(
      waiting,
    );
    expect(note({ ...slept(2, 2), status: 'running' })).toMatchObject({
      ...{ verdict: 'noted', tasks: 'task_0, task_1', expected: '0' },
    });
    const another = [...nodes, { name: 'Create Another', type: type('createVideo') }];
    const connections = wire(...another.map(({ name }) => name));
    const longer = { nodes: another, connections };
    expect(running([entry('Wait for Video')], created, {}, longer)).toMatchObject({ expected: '' });
    const asking = [entry('Create Another', one, another)];
    expect(running(asking, created, {}, longer)).toMatchObject({ expected: '' });
    for (const status of ['success', 'error', 'crashed', 'canceled'])
      expect(running([entry('Wait for Video')], created, { status })).toBeUndefined();
    expect(running([], {}, {}, { nodes: nodes.slice(0, 1) })).toMatchObject({
      verdict: 'noVideos',
      key: 'workflow w',
    });
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

  it('has a call of the service noted down that n8n was killed over, and tells nobody of a lost one', () => {
    const call = [
      { name: 'Video Finished Trigger', type: type('videoFinishedTrigger') },
      { name: 'Note the Call', type: 'n8n-nodes-base.dataTable' },
    ];
    const own = (stack: Json[], more: Json = {}) =>
      decide({
        ...crashed(stack, {}, { mode: 'webhook', workflowId: example.id, ...more }),
        workflowData: { name: 'Bring home', nodes: call, connections: {}, settings: {} },
      });
    expect(own([entry('Video Finished Trigger', one, call)]).verdict).toBe('retry');
    expect(own([], { status: 'error' })).toMatchObject({ verdict: 'none', tasks: '' });
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
