import { parse, stringify } from 'flatted';
import type { IConnections, INode, IRun, IRunExecutionData } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow, type TestRun } from '../../engine/runWorkflow.ts';

const startMs = Date.UTC(2030, 0, 1);

beforeAll(() => nock.disableNetConnect());
beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: startMs }));
afterEach(() => {
  vi.useRealTimers();
  nock.cleanAll();
});

const node = (name: string, type: string, more: Partial<INode> = {}): INode => ({
  id: name,
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});
const wire = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
const looped: IConnections[string] = { main: [wire('Wait'), wire('After')] };

/** Items -> Wait, "Check Again" -> Wait, "Finished" -> After. */
const workflow = (
  taskIds: unknown[],
  parameters: object = {},
  {
    outputs = looped,
    settings = {},
  }: { outputs?: IConnections[string]; settings?: Partial<INode> } = {},
): TestRun => ({
  credential: testCredential,
  nodes: [
    node('Items', 'test.items', {
      parameters: {
        items: taskIds.map((id, n) => ({ json: { id, n }, pairedItem: { item: n } })) as never,
      },
    }),
    node('Wait', 'n8n-nodes-videogen.waitForVideo', {
      parameters: { waitMode: 'suspend', stayAwakeSeconds: 0, ...parameters } as never,
      credentials: { videoGenApi: { id: '1', name: 'test' } },
      ...settings,
    }),
    node('After', 'test.pass'),
  ],
  connections: { Items: { main: [wire('Wait')] }, Wait: outputs },
});

/** What n8n does when the timer of a suspended execution fires, storage included. */
const resume = (test: TestRun, run: IRun, afterMs = 70_000) => {
  vi.setSystemTime(Date.now() + afterMs);
  const stored = parse(stringify(run.data)) as IRunExecutionData;
  return runWorkflow({ ...structuredClone(test), resumeFrom: stored });
};
const secondsUntilWake = (run: IRun) =>
  (new Date(run.data.waitTill as unknown as string).getTime() - Date.now()) / 1000;
const itemsAfter = (run: IRun) =>
  (run.data.resultData.runData.After ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);

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

describe('WaitForVideo, suspended', () => {
  it('is suspended while a task is unfinished, and goes on when it is finished', async () => {
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
  });

  it('asks each visit for the open tasks only, and lets all items go together in order', async () => {
    const asked = service({ a: 1, b: 0, c: 2 });
    const test = workflow(['a', 'b', 'c', 'a']);
    let run = await runWorkflow(test);
    run = await resume(test, run);
    expect(itemsAfter(run)).toEqual([]);
    run = await resume(test, run);
    const ids = asked.requests.map(({ path }) => path.split('/').at(-1));
    const byVisit = [ids.slice(0, 3), ids.slice(3, 5), ids.slice(5)].map((visit) => visit.sort());
    expect(byVisit).toEqual([['a', 'b', 'c'], ['a', 'c'], ['c']]);
    expect(itemsAfter(run).map(({ json }) => json.id)).toEqual(['a', 'b', 'c', 'a']);
  });

  it('does not suspend for a task that is finished at once', async () => {
    service({ a: 0 });
    const run = await runWorkflow(workflow(['a']));
    expect(run.status).toBe('success');
    expect(itemsAfter(run)).toHaveLength(1);
  });

  it('stays awake first, so that a quick task is not suspended', async () => {
    vi.useRealTimers();
    const asked = service({ a: 1 });
    const test = workflow(['a'], { stayAwakeSeconds: 5, options: { intervalSeconds: 1 } });
    const run = await runWorkflow(test);
    expect(run.status).toBe('success');
    expect(asked.requests).toHaveLength(2);
  });

  it('looks again at once when it is woken before its time', async () => {
    const asked = service({ a: 1 });
    const test = workflow(['a']);
    let run = await runWorkflow(test);
    run = await resume(test, run, 10_000);
    expect(run.status).toBe('success');
    expect(asked.requests).toHaveLength(2);
  });

  it('ends at its deadline, which is kept while it is suspended', async () => {
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

  it('stays suspended as long as the service asks to pause', async () => {
    service({}, { status: 429, headers: { 'retry-after': '600' } });
    const run = await runWorkflow(workflow(['a']));
    expect(secondsUntilWake(run)).toBeGreaterThanOrEqual(600);
  });

  it('keeps the link of each item to the item it came from', async () => {
    service({ a: 1, b: 1 });
    const test = workflow(['a', 'b']);
    const expression = "={{ $('Items').item.json.n }}";
    test.nodes.push(node('Linked', 'test.set', { parameters: { value: expression } }));
    test.connections = { ...test.connections, Wait: { main: [wire('Wait'), wire('Linked')] } };
    const run = await resume(test, await runWorkflow(test));
    const linked = run.data.resultData.runData.Linked?.[0]?.data?.main?.[0];
    expect(linked?.map(({ json }) => json.value)).toEqual([0, 1]);
  });

  it('lets finished items go as they come when asked to', async () => {
    service({ a: 0, b: 1, c: 2 });
    const test = workflow(['a', 'b', 'c'], { release: 'asTheyCome' });
    let run = await runWorkflow(test);
    expect(run.status).toBe('waiting');
    expect(itemsAfter(run).map(({ json }) => json.id)).toEqual(['a']);
    run = await resume(test, run);
    expect(itemsAfter(run).map(({ json }) => json.id)).toEqual(['a', 'b']);
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(itemsAfter(run).map(({ json }) => json.id)).toEqual(['a', 'b', 'c']);
  });

  it('sends failures down the error branch, beside the finished items', async () => {
    fakeService(({ path }) =>
      path.endsWith('bad') ? { status: 200, body: { status: 'failed' } } : done('good'),
    );
    const test = workflow(
      ['bad', 'good'],
      {},
      {
        outputs: { main: [wire('Wait'), wire('After'), wire('Failed')] },
        settings: { onError: 'continueErrorOutput' },
      },
    );
    test.nodes.push(node('Failed', 'test.pass'));
    const run = await runWorkflow(test);
    expect(itemsAfter(run).map(({ json }) => json.id)).toEqual(['good']);
    const failed = run.data.resultData.runData.Failed?.[0]?.data?.main?.[0];
    expect(failed?.[0]?.json).toMatchObject({
      error: 'Task bad failed',
      details: { taskId: 'bad', reason: 'failed' },
    });
  });

  it('waits anew when a loop of the workflow brings the same task again', async () => {
    const asked = service({ a: 0 });
    const test = workflow(['a']);
    test.nodes.push(node('Again', 'test.again', { parameters: { passes: 2 } }));
    test.connections = {
      ...test.connections,
      Wait: { main: [wire('Wait'), wire('Again')] },
      Again: { main: [wire('Wait'), wire('After')] },
    };
    const run = await runWorkflow(test);
    expect(run.status).toBe('success');
    expect(asked.requests).toHaveLength(2);
    expect(itemsAfter(run)[0]?.json).toMatchObject({ id: 'a', polls: 1 });
  });

  it('waits anew, with a deadline of its own, when a copy of the execution is run', async () => {
    service({ a: 1 });
    const test = workflow(['a'], { timeLimitMinutes: 1 });
    const first = await runWorkflow(test);
    const copy = await resume({ ...test, executionId: '2' }, first, 3_600_000);
    expect(itemsAfter(copy)[0]?.json).toMatchObject({ polls: 1, waitedSeconds: 0 });
  });

  const refusals: { name: string; test: () => TestRun; message: string }[] = [
    {
      name: 'the loop wire is missing',
      test: () => workflow(['a'], {}, { outputs: { main: [[], wire('After')] } }),
      message: 'The output "Check Again" is not connected back to this node',
    },
    {
      name: 'the wrong output is wired back',
      test: () => workflow(['a'], {}, { outputs: { main: [wire('After'), wire('Wait')] } }),
      message: 'The output "Check Again" is not connected back to this node',
    },
    {
      name: 'it is in a sub-workflow',
      test: () => ({ ...workflow(['a']), mode: 'integrated' }),
      message: 'A sub-workflow cannot be suspended without losing its result',
    },
    {
      name: 'the time between visits is too short for n8n',
      test: () => workflow(['a'], { checkInSeconds: 30 }),
      message: 'Check In Every must be a number from 65 to 86400, but it is 30.',
    },
  ];
  for (const { name, test, message } of refusals)
    it(`says before it asks anything that ${name}`, async () => {
      const asked = service({});
      const run = await runWorkflow(test());
      expect(run.data.resultData.error?.message).toBe(message);
      expect(asked.requests).toEqual([]);
    });

  it('takes a loop that leads through other nodes', async () => {
    service({ a: 1 });
    const test = workflow(['a'], {}, { outputs: { main: [wire('Between'), wire('After')] } });
    test.nodes.push(node('Between', 'test.pass'));
    test.connections = { ...test.connections, Between: { main: [wire('Wait')] } };
    let run = await runWorkflow(test);
    expect(run.status).toBe('waiting');
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(itemsAfter(run)).toHaveLength(1);
  });
});
