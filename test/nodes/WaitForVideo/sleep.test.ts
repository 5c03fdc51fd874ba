import type { IConnections, IExecuteFunctions, INode, INodeType, IRun } from 'n8n-workflow';
import { createRequire } from 'node:module';
import nock from 'nock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { node, to } from '../../engine/node.ts';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow, type TestRun } from '../../engine/runWorkflow.ts';
import { resumeByRing, resumeByTimer, retry } from '../../engine/sleeping.ts';

const startMs = Date.UTC(2030, 0, 1);

const { WaitForVideo } = createRequire(import.meta.url)(
  '../../../dist/nodes/WaitForVideo/WaitForVideo.node.js',
) as { WaitForVideo: new () => INodeType };

beforeAll(() => nock.disableNetConnect());
beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: startMs }));
afterEach(() => {
  vi.useRealTimers();
  nock.cleanAll();
});

const straight: IConnections[string] = { main: [to('After')] };

interface Setup extends Partial<Omit<TestRun, 'nodes' | 'connections'>> {
  outputs?: IConnections[string];
  settings?: Partial<INode>;
}

/** Items -> Wait -> After, with nobody asking in the background. */
const workflow = (
  taskIds: unknown[],
  { options = {}, ...parameters }: { options?: object } & Record<string, unknown> = {},
  { outputs = straight, settings = {}, ...more }: Setup = {},
): TestRun => ({
  credential: testCredential,
  nodes: [
    node('Items', 'test.items', {
      parameters: {
        items: taskIds.map((id, n) => ({ json: { id, n }, pairedItem: { item: n } })) as never,
      },
    }),
    node('Wait', 'n8n-nodes-videogen.waitForVideo', {
      parameters: { ...parameters, options: { watch: false, ...options } } as never,
      credentials: { videoGenApi: { id: '1', name: 'test' } },
      ...settings,
    }),
    node('After', 'test.pass'),
  ],
  connections: { Items: { main: [to('Wait')] }, Wait: outputs },
  ...more,
});

const resume = (test: TestRun, run: IRun, afterMs = 70_000) => {
  vi.setSystemTime(Date.now() + afterMs);
  return resumeByTimer(test, run);
};
const secondsUntilWake = (run: IRun) =>
  (new Date(run.data.waitTill as unknown as string).getTime() - Date.now()) / 1000;
const itemsAfter = (run: IRun, name = 'After') =>
  (run.data.resultData.runData[name] ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);
const idsAfter = (run: IRun, name = 'After') => itemsAfter(run, name).map(({ json }) => json.id);
const runsOf = (run: IRun, name: string) => run.data.resultData.runData[name] ?? [];

const pending: Reply = { status: 200, body: { status: 'pending', progress: 40 } };
const done = (id: string): Reply => ({
  status: 200,
  body: { status: 'completed', results: [`https://files.test/${id}.mp4`] },
});
/** A service whose tasks are finished from the given request on, counted per task. */
const service = (finishedAt: Record<string, number>, before: Reply = pending) => {
  const asked = new Map<string, number>();
  return fakeService(({ path }) => {
    const id = path.split('/').at(-1)!;
    const nth = asked.get(id) ?? 0;
    asked.set(id, nth + 1);
    return nth >= (finishedAt[id] ?? Infinity) ? done(id) : before;
  });
};
const idsOf = (requests: { path: string }[]) => requests.map(({ path }) => path.split('/').at(-1));

describe('WaitForVideo, asleep', () => {
  it('sleeps while a task is unfinished, and goes on when it is finished', async () => {
    const asked = service({ a: 2 });
    const test = workflow(['a']);
    let run = await runWorkflow(test);
    expect(run.status).toBe('waiting');
    expect(secondsUntilWake(run)).toBeGreaterThanOrEqual(65);
    expect(secondsUntilWake(run)).toBeLessThan(72);
    expect(itemsAfter(run)).toEqual([]);

    run = await resume(test, run);
    expect(run.status).toBe('waiting');
    run = await resume(test, run);
    expect(run.data.resultData.error).toBeUndefined();
    expect(run.status).toBe('success');
    expect(asked.requests).toHaveLength(3);
    expect(itemsAfter(run).map(({ json }) => json)).toEqual([
      expect.objectContaining({ id: 'a', outcome: 'completed', polls: 3, waitedSeconds: 140 }),
    ]);
    expect(runsOf(run, 'Wait')).toHaveLength(1);
  });

  it('shows how far the tasks are while it sleeps', async () => {
    service({});
    const run = await runWorkflow(workflow(['a']));
    const shown = runsOf(run, 'Wait')[0]!.data!.main![0]!;
    expect(shown[0]!.json).toMatchObject({ id: 'a', status: 'pending', progress: 40, looks: 1 });
    expect(shown[0]!.json.nextLook).toMatch(/^2030-01-01T00:0/);
    // n8n shows these above the output, and no output while the execution sleeps.
    const told =
      /^Went to sleep at 00:00:00 UTC\. Task a: pending, 40 %, looked at once\. The next/;
    expect(runsOf(run, 'Wait')[0]!.hints).toEqual([
      expect.objectContaining({ message: expect.stringMatching(told) }),
    ]);
  });

  it('tells nothing of the sleep any more when it is over', async () => {
    service({ a: 1 });
    const test = workflow(['a']);
    const run = await resume(test, await runWorkflow(test));
    expect(run.status).toBe('success');
    expect(runsOf(run, 'Wait').flatMap(({ hints }) => hints ?? [])).toEqual([]);
  });

  it('asks each visit for the open tasks only, and lets all items go together in order', async () => {
    const asked = service({ a: 1, b: 0, c: 2 });
    const test = workflow(['a', 'b', 'c', 'a']);
    let run = await runWorkflow(test);
    run = await resume(test, run);
    expect(itemsAfter(run)).toEqual([]);
    run = await resume(test, run);
    const ids = idsOf(asked.requests);
    const byVisit = [ids.slice(0, 3), ids.slice(3, 5), ids.slice(5)].map((visit) => visit.sort());
    expect(byVisit).toEqual([['a', 'b', 'c'], ['a', 'c'], ['c']]);
    expect(idsAfter(run)).toEqual(['a', 'b', 'c', 'a']);
  });

  it('does not sleep for a task that is finished at once', async () => {
    service({ a: 0 });
    const run = await runWorkflow(workflow(['a']));
    expect(run.status).toBe('success');
    expect(itemsAfter(run)).toHaveLength(1);
  });

  it('ends at its deadline, which is kept while it sleeps', async () => {
    service({});
    const test = workflow(['a'], { timeLimitMinutes: 2, options: { onTimeout: 'output' } });
    let run = await runWorkflow(test);
    run = await resume(test, run);
    expect(secondsUntilWake(run)).toBe(50);
    run = await resume(test, run, 50_000);
    expect(run.status).toBe('success');
    expect(itemsAfter(run)[0]?.json).toMatchObject({
      timedOut: true,
      polls: 3,
      waitedSeconds: 120,
    });
  });

  it('goes on waiting through faults of the service', async () => {
    const asked = service({ a: 2 }, { status: 503, body: 'down' });
    const test = workflow(['a']);
    let run = await runWorkflow(test);
    run = await resume(test, run);
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(asked.requests).toHaveLength(3);
  });

  it('sleeps as long as the service asks to pause', async () => {
    service({}, { status: 429, headers: { 'retry-after': '600' } });
    const run = await runWorkflow(workflow(['a']));
    expect(secondsUntilWake(run)).toBeGreaterThanOrEqual(600);
  });

  it('keeps the link of each item to the item it came from', async () => {
    service({ a: 1, b: 1 });
    const test = workflow(['a', 'b']);
    const expression = "={{ $('Items').item.json.n }}";
    test.nodes.push(node('Linked', 'test.set', { parameters: { value: expression } }));
    test.connections = {
      ...test.connections,
      Wait: { main: [[...to('After'), ...to('Linked')]] },
    };
    const run = await resume(test, await runWorkflow(test));
    expect(itemsAfter(run, 'Linked').map(({ json }) => json.value)).toEqual([0, 1]);
  });

  it('resolves expressions on earlier nodes when it wakes', async () => {
    const asked = service({ x0: 1, x1: 1 });
    const test = workflow(['a', 'b'], { taskId: "={{ 'x' + $('Items').item.json.n }}" });
    const run = await resume(test, await runWorkflow(test));
    expect(run.status).toBe('success');
    expect(idsOf(asked.requests).sort()).toEqual(['x0', 'x0', 'x1', 'x1']);
  });

  it('sends failures down the error branch, beside the finished items', async () => {
    const asked = new Set<string>();
    fakeService(({ path }) => {
      if (!asked.has(path)) return asked.add(path) && pending;
      return path.endsWith('bad') ? { status: 200, body: { status: 'failed' } } : done('good');
    });
    const outputs = { main: [to('After'), to('Failed')] };
    const settings = { onError: 'continueErrorOutput' } as const;
    const test = workflow(['bad', 'good'], {}, { outputs, settings });
    test.nodes.push(node('Failed', 'test.pass'));
    const run = await resume(test, await runWorkflow(test));
    expect(idsAfter(run)).toEqual(['good']);
    expect(itemsAfter(run, 'Failed')[0]?.json).toMatchObject({
      error: 'Task bad failed',
      details: { taskId: 'bad', reason: 'failed' },
    });
  });

  it('waits anew when a loop of the workflow brings the same task again', async () => {
    const asked = service({ a: 1 });
    const test = workflow(['a']);
    test.nodes.push(node('Again', 'test.again', { parameters: { passes: 2 } }));
    test.connections = {
      ...test.connections,
      Wait: { main: [to('Again')] },
      Again: { main: [to('Wait'), to('After')] },
    };
    const run = await resume(test, await runWorkflow(test));
    expect(run.status).toBe('success');
    expect(asked.requests).toHaveLength(3);
    expect(itemsAfter(run)[0]?.json).toMatchObject({ id: 'a', polls: 1 });
  });

  it('waits anew, with a deadline of its own, when a copy of the execution is run', async () => {
    service({ a: 1 });
    const test = workflow(['a'], { timeLimitMinutes: 1 });
    const first = await runWorkflow(test);
    const copy = await resume({ ...test, executionId: '2' }, first, 3_600_000);
    expect(itemsAfter(copy)[0]?.json).toMatchObject({ polls: 1, waitedSeconds: 0 });
  });

  it('sleeps twice in one workflow, once in each of two nodes', async () => {
    service({ a: 2 });
    const test = workflow(['a']);
    test.nodes.push({ ...test.nodes[1]!, id: 'second', name: 'Second' });
    test.nodes.find(({ name }) => name === 'Second')!.parameters = {
      taskId: "={{ $json.id + '2' }}",
      options: { watch: false },
    };
    test.connections = {
      ...test.connections,
      Wait: { main: [to('Second')] },
      Second: { main: [to('After')] },
    };
    nock.cleanAll();
    service({ a: 1, a2: 1 });
    let run = await runWorkflow(test);
    run = await resume(test, run);
    expect(run.status).toBe('waiting');
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(idsAfter(run)).toEqual(['a2']);
  });

  it.each(['v0', 'v1'] as const)(
    'passes nothing on but its results, in order %s',
    async (order) => {
      for (const wake of ['timer', 'ring'] as const) {
        service({ a: 1 });
        const settings = { alwaysOutputData: true };
        const test = workflow(['a'], {}, { settings, executionOrder: order });
        const asleep = await runWorkflow(test);
        vi.setSystemTime(Date.now() + 70_000);
        const woken =
          wake === 'timer'
            ? await resumeByTimer(test, asleep)
            : (await resumeByRing(test, asleep)).run!;
        expect(woken.data.resultData.error).toBeUndefined();
        expect(woken.status).toBe('success');
        expect(runsOf(woken, 'Wait')).toHaveLength(1);
        expect(idsAfter(woken)).toEqual(['a']);
        nock.cleanAll();
      }
    },
  );

  it('ends with itself where a person runs the workflow up to this node', async () => {
    service({ a: 1 });
    const startData = {
      destinationNode: { nodeName: 'Wait', mode: 'inclusive' as const },
      runNodeFilter: ['Items', 'Wait'],
    };
    const test = workflow(['a'], {}, { runData: { startData } });
    const run = await resume(test, await runWorkflow(test));
    expect(run.status).toBe('success');
    expect(runsOf(run, 'Wait')[0]!.data!.main![0]![0]!.json).toMatchObject({
      outcome: 'completed',
    });
    expect(runsOf(run, 'After')).toEqual([]);
  });

  it('keeps what it knows through the tries of "Retry On Fail"', async () => {
    let down = true;
    const asked = fakeService(() => (down ? pending : { status: 200, body: { status: 'failed' } }));
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const test = workflow(['a'], {}, { settings });
    const asleep = await runWorkflow(test);
    expect(asleep.status).toBe('waiting');
    down = false;
    const run = await resume(test, asleep);
    expect(run.data.resultData.error?.message).toBe('Task a failed');
    expect(asked.requests).toHaveLength(2);
  });

  it.each([{}, { onError: 'continueErrorOutput' as const }])(
    'waits no longer than its time limit for the tries of "Retry On Fail": %o',
    async (more) => {
      const asked = service({});
      const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0, ...more };
      const test = workflow(['a'], { timeLimitMinutes: 2 }, { settings });
      let run = await runWorkflow(test);
      for (let visits = 0; run.status === 'waiting' && visits < 9; visits++)
        run = await resume(test, run, 60_000);
      expect(run.status).toBe(more.onError === undefined ? 'error' : 'success');
      expect(asked.requests).toHaveLength(4);
    },
  );

  it('does not run at all where its output is pinned', async () => {
    const asked = service({});
    const pinData = { Wait: [{ json: { id: 'pinned' } }] };
    const test = workflow(['a'], {}, { pinData });
    const run = await runWorkflow(test);
    expect(run.status).toBe('success');
    expect(asked.requests.length).toBe(0);
  });
});

describe('a ring', () => {
  it('wakes the execution, which looks at once', async () => {
    const asked = service({ a: 1 });
    const test = workflow(['a']);
    const asleep = await runWorkflow(test);
    const { run, response } = await resumeByRing(test, asleep, { id: 'a', status: 'completed' });
    expect(response).toEqual({ message: 'Waking up to look at the task' });
    expect(run!.status).toBe('success');
    expect(asked.requests).toHaveLength(2);
    expect(idsAfter(run!)).toEqual(['a']);
  });

  it('makes it look at the task that it names, and not at the others', async () => {
    const asked = service({ b: 1 });
    const test = workflow(['a', 'b', 'c']);
    const asleep = await runWorkflow(test);
    const { run } = await resumeByRing(test, asleep, { id: 'b', status: 'pending' });
    expect(idsOf(asked.requests).slice(3)).toEqual(['b']);
    expect(run!.status).toBe('waiting');
  });

  it.each([{}, { id: 'someone else' }, { id: 42 }, { id: 'x'.repeat(600) }, []])(
    'makes it look at all tasks when it names none of them: %o',
    async (body) => {
      const asked = service({});
      const test = workflow(['a', 'b']);
      await resumeByRing(test, await runWorkflow(test), body);
      expect(idsOf(asked.requests).slice(2).sort()).toEqual(['a', 'b']);
    },
  );

  it('is believed nothing of', async () => {
    service({});
    const test = workflow(['a']);
    const forged = { id: 'a', status: 'completed', results: ['https://evil.test/x.mp4'] };
    const { run } = await resumeByRing(test, await runWorkflow(test), forged);
    expect(run!.status).toBe('waiting');
    expect(JSON.stringify(run!.data)).not.toContain('evil.test');
  });
});

describe('items that go as they come', () => {
  const options = { release: 'asTheyCome' };

  it('leave as soon as they are finished, each once and linked to where it came from', async () => {
    const asked = service({ a: 2, b: 0, c: 1 });
    const test = workflow(['a', 'b', 'c'], { options });
    const expression = "={{ $('Items').item.json.n }}";
    test.nodes.push(node('Linked', 'test.set', { parameters: { value: expression } }));
    test.connections = {
      ...test.connections,
      Wait: { main: [[...to('After'), ...to('Linked')]] },
    };
    let run = await runWorkflow(test);
    expect(run.status).toBe('waiting');
    expect(idsAfter(run)).toEqual(['b']);
    run = await resume(test, run);
    expect(idsAfter(run)).toEqual(['b', 'c']);
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(idsAfter(run)).toEqual(['b', 'c', 'a']);
    expect(itemsAfter(run, 'Linked').map(({ json }) => json.value)).toEqual([1, 2, 0]);
    expect(asked.requests).toHaveLength(6);
  });

  it('keep a failure that stops the workflow until the last has ended', async () => {
    const asked = new Map<string, number>();
    fakeService(({ path }) => {
      const nth = asked.get(path) ?? 0;
      asked.set(path, nth + 1);
      if (path.endsWith('bad')) return { status: 200, body: { status: 'failed' } };
      return nth === 0 || path.endsWith('slow') ? pending : done('good');
    });
    const test = workflow(['bad', 'good', 'slow'], { options });
    let run = await runWorkflow(test);
    expect(run.status).toBe('waiting');
    run = await resume(test, run);
    expect(run.status).toBe('waiting');
    expect(idsAfter(run)).toEqual(['good']);
  });

  it('leave once, where n8n throws them away and tries again because the first has failed', async () => {
    const asked = new Map<string, number>();
    fakeService(({ path }) => {
      const nth = asked.get(path) ?? 0;
      asked.set(path, nth + 1);
      if (path.endsWith('bad')) return { status: 200, body: { status: 'failed' } };
      return path.endsWith('slow') && nth < 4 ? pending : done(path.split('/').at(-1)!);
    });
    const settings = {
      onError: 'continueRegularOutput' as const,
      retryOnFail: true,
      maxTries: 2,
      waitBetweenTries: 1,
    };
    const test = workflow(['bad', 'good', 'slow'], { options }, { settings });
    let run = await runWorkflow(test);
    expect(run.status).toBe('waiting');
    expect(itemsAfter(run).map(({ json }) => json.id ?? json.error)).toEqual([
      'Task bad failed',
      'good',
    ]);
    for (let visits = 0; run.status === 'waiting' && visits < 5; visits++)
      run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(itemsAfter(run).map(({ json }) => json.id ?? json.error)).toEqual([
      'Task bad failed',
      'good',
      'slow',
    ]);
  });

  it('wait no longer than their time limit, where n8n tries again because the first has failed', async () => {
    const asked = fakeService(() => ({ status: 404, body: {} }));
    const settings = {
      onError: 'continueRegularOutput' as const,
      retryOnFail: true,
      maxTries: 3,
      waitBetweenTries: 1,
    };
    const test = workflow(['a', 'b'], { timeLimitMinutes: 10, options }, { settings });
    let run = await runWorkflow(test);
    // From here on they end in turns.
    run = (await resumeByRing(test, run, { id: 'a' })).run!;
    for (let visits = 0; run.status === 'waiting' && visits < 20; visits++)
      run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(itemsAfter(run)).toHaveLength(2);
    expect(asked.requests.length).toBeLessThan(20);
  });

  it('leave once where a loop brings the next items before the last ones have left', async () => {
    service({ a0: 0, b0: 2, a1: 0, b1: 1 });
    const test = workflow(['a', 'b'], { options, taskId: '={{ $json.id + $json.round }}' });
    test.nodes.push(node('Rounds', 'test.rounds'));
    const rounds: INodeType = {
      description: {
        displayName: 'Rounds',
        name: 'rounds',
        group: ['transform'],
        version: 1,
        description: 'Brings both items a second time after the first item of the first round',
        defaults: { name: 'Rounds' },
        inputs: ['main'],
        outputs: ['main', 'main'],
        properties: [],
      },
      async execute() {
        const items = this.getInputData();
        const isFirst = items.some(({ json }) => json.id === 'a0');
        const next = ['a', 'b'].map((id, n) => ({
          json: { id, round: 1 },
          pairedItem: { item: Math.min(n, items.length - 1) },
        }));
        return [isFirst ? next : [], items];
      },
    };
    test.nodes[0]!.parameters.items = ['a', 'b'].map((id) => ({ json: { id, round: 0 } })) as never;
    test.connections = {
      ...test.connections,
      Wait: { main: [to('Rounds')] },
      Rounds: { main: [to('Wait'), to('After')] },
    };
    let run = await runWorkflow({ ...test, types: { 'test.rounds': rounds } });
    for (let visits = 0; run.status === 'waiting' && visits < 6; visits++)
      run = await resume(test, run);
    expect(run.data.resultData.error).toBeUndefined();
    expect(run.status).toBe('success');
    expect(idsAfter(run).toSorted()).toEqual(['a0', 'a1', 'b0', 'b1']);
  });
});

describe('a retry after a crash', () => {
  it('goes on waiting with the workflow as it was', async () => {
    service({ a: 1 });
    const test = workflow(['a']);
    const run = await retry(test, await runWorkflow(test), { loadWorkflow: false });
    expect(run.status).toBe('success');
    expect(itemsAfter(run)[0]!.json).toMatchObject({ id: 'a', outcome: 'completed' });
  });

  it('passes nothing off as a result that nobody waited for', async () => {
    service({ a: 1 });
    const test = workflow(['a']);
    const run = await retry(test, await runWorkflow(test), { loadWorkflow: true });
    expect(itemsAfter(run).map(({ json }) => json)).toEqual([
      { error: expect.stringContaining('choose "Retry with original workflow"') },
    ]);
  });
});

/** The built node in an n8n whose contexts lack something. */
function waitWithout(missing: string): INodeType {
  const built = new WaitForVideo();
  const without = <T extends object>(context: T): T =>
    new Proxy(context, {
      get(target, name) {
        const value: unknown = name === missing ? undefined : Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return Object.assign(Object.create(built) as INodeType, {
    execute(this: IExecuteFunctions) {
      return built.execute!.call(without(this));
    },
  });
}

describe('an execution that cannot sleep', () => {
  const parent = (shouldResume?: boolean) => ({
    parentExecution: {
      executionId: '9',
      workflowId: 'w',
      ...(shouldResume !== undefined && { shouldResume }),
    },
  });
  const cases: { name: string; more: Setup; reason: string }[] = [
    { name: 'of n8n’s command line', more: { mode: 'cli' }, reason: 'n8n’s command line ends' },
    { name: 'of an evaluation', more: { mode: 'evaluation' }, reason: 'n8n’s evaluations' },
    {
      name: 'of an unsaved workflow',
      more: { workflowId: '' },
      reason: 'n8n only stores executions of saved workflows',
    },
    {
      name: 'of a sub-workflow',
      more: { mode: 'integrated', runData: parent() },
      reason: 'the workflow that called this one might go on without the result',
    },
    {
      name: 'of a sub-workflow with a single item',
      more: { mode: 'integrated', runData: parent(true) },
      reason: 'the workflow that called this one might go on without the result',
    },
  ];
  for (const { name, more, reason } of cases)
    it(`stays awake and says so afterwards: ${name}`, async () => {
      vi.useRealTimers();
      const asked = service({ a: 1 });
      const options = { intervalSeconds: 1, followProgress: false };
      const run = await runWorkflow(workflow(['a'], { options }, more));
      expect(run.status).toBe('success');
      expect(asked.requests).toHaveLength(2);
      expect(idsAfter(run)).toEqual(['a']);
      expect(runsOf(run, 'Wait')[0]!.hints).toEqual([
        expect.objectContaining({ type: 'info', message: expect.stringContaining(reason) }),
      ]);
    });

  it.each(['runExecutionData', 'getExecuteData', 'putExecutionToWait'])(
    'stays awake and says so afterwards: of an n8n without %s',
    async (missing) => {
      vi.useRealTimers();
      const asked = service({ a: 1 });
      const options = { intervalSeconds: 1, followProgress: false };
      const test = workflow(['a'], { options });
      const type = `test.waitWithout-${missing}`;
      test.nodes.find(({ name }) => name === 'Wait')!.type = type;
      const run = await runWorkflow({ ...test, types: { [type]: waitWithout(missing) } });
      expect(run.status).toBe('success');
      expect(asked.requests).toHaveLength(2);
      expect(idsAfter(run)).toEqual(['a']);
      expect(runsOf(run, 'Wait')[0]!.hints).toEqual([
        expect.objectContaining({ message: expect.stringContaining('differently inside') }),
      ]);
    },
  );

  it('says nothing when it had not to wait, or was told to stay awake', async () => {
    vi.useRealTimers();
    service({ a: 0 });
    const finished = await runWorkflow(workflow(['a'], {}, { mode: 'cli' }));
    expect(runsOf(finished, 'Wait')[0]!.hints ?? []).toEqual([]);

    nock.cleanAll();
    service({ a: 1 });
    const options = { stayAwake: true, intervalSeconds: 1, followProgress: false };
    const told = await runWorkflow(workflow(['a'], { options }));
    expect(told.status).toBe('success');
    expect(runsOf(told, 'Wait')[0]!.hints ?? []).toEqual([]);
  });

  it.each([
    {
      name: 'all items were handed over at once',
      ids: ['a', 'b'],
      data: parent(true),
      options: {},
    },
    { name: 'nobody waits for it', ids: ['a'], data: parent(false), options: {} },
    {
      name: 'it was told so',
      ids: ['a'],
      data: parent(true),
      options: { subWorkflowMaySleep: true },
    },
  ])('sleeps as a sub-workflow when $name', async ({ ids, data, options }) => {
    service({});
    const run = await runWorkflow(
      workflow(ids, { options }, { mode: 'integrated', runData: data }),
    );
    expect(run.status).toBe('waiting');
  });
});

it.each([
  [{ stayAwake: 'perhaps' }, 'Stay in This Execution must be true or false, but it is "perhaps".'],
  [
    { release: 'never' },
    'Finished Items must be one of "together", "asTheyCome", but it is "never".',
  ],
])('refuses %o before it asks anything', async (options, message) => {
  const asked = service({});
  const run = await runWorkflow(workflow(['a'], { options }));
  expect(run.data.resultData.error?.message).toBe(message);
  expect(asked.requests).toEqual([]);
});
