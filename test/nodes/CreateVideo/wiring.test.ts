import type { INodeExecutionData, IRun } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { instanceSettings, logger } from '../../engine/n8nCore.ts';
import { itemsNode, node, ourNode, to } from '../../engine/node.ts';
import { orderStore } from '../../engine/orderStore.ts';
import { testCredential } from '../../engine/runNode.ts';
import { newExecutionId, type TestRun } from '../../engine/runWorkflow.ts';
import { startAnew } from '../../engine/startAnew.ts';
import { testNode } from '../../engine/testNodes.ts';
import {
  beginPromises,
  done,
  errorOf,
  idOf,
  itemsIn,
  jsonIn,
  nodeName,
  outputsOf,
  promptsOf,
  rememberingService,
  runToEnd,
  table,
} from '../../promises/scene.ts';

beginPromises();
beforeEach(() => orderStore.clear());

const anew = async (test: TestRun): Promise<IRun> =>
  await runToEnd({ ...test, executionId: newExecutionId() });
const keyed = { options: { orderKey: '={{ $json.own }}' } };
const refused = { status: 422, body: { message: 'not this one' } };

describe('a limit', () => {
  const limited = (rows: number, options: object, more: Partial<TestRun> = {}) =>
    table(promptsOf(rows), { parameters: { operation: 'create', options } as never, ...more });

  it.each([
    ['Pacific/Kiritimati', ['2030-03-31T09:59Z', '2030-03-31T10:01Z']],
    ['Pacific/Pago_Pago', ['2030-04-01T10:59Z', '2030-04-01T11:01Z']],
  ])('begins its day and its month when the workflow’s clock does: %s', async (timezone, times) => {
    const service = rememberingService();
    const failureOf = async (per: string, atMs: number) => {
      vi.setSystemTime(atMs);
      const test = limited(1, { [`videosPer${per}`]: 1 }, { timezone, workflowId: per });
      return errorOf(await anew(test))?.message;
    };
    const over = (per: string) => expect.stringContaining(`limit of 1 Videos per ${per}`);
    const [before, after] = times.map(Date.parse) as [number, number];
    for (const per of ['Day', 'Month']) {
      const failures: Array<string | undefined> = [];
      for (const atMs of [before, before, after, after]) failures.push(await failureOf(per, atMs));
      expect(failures).toEqual([undefined, over(per), undefined, over(per)]);
    }
    const nextDay = after + 24 * 60 * 60_000;
    expect(await failureOf('Day', nextDay)).toBeUndefined();
    expect(await failureOf('Month', nextDay)).toEqual(over('Month'));
    expect(service.made).toHaveLength(5);
  });

  it.each(['videosPerExecution', 'videosPerDay', 'videosPerMonth'])(
    'of 0 lets nothing be ordered, and an empty one is asked about: %s',
    async (name) => {
      const service = rememberingService();
      const run = async (value: unknown) => errorOf(await anew(limited(1, { [name]: value })));
      expect((await run(0))?.message).toMatch(/make 1 video, but the limit of 0 .* is used up/);
      for (const empty of ['', null, '={{ $json.nothing }}'])
        expect((await run(empty))?.message).toMatch(/^Videos per \w+ must be .*, but it is empty/);
      expect(service.made).toEqual([]);
    },
  );
});

describe('n8n’s settings of the node', () => {
  const tries = async (settings: object) => {
    const service = rememberingService({
      create: (prompt) => (prompt === 'B' ? refused : undefined),
    });
    const run = await runToEnd(
      table(['A', 'B'], { settings: { waitBetweenTries: 0, ...settings } }),
    );
    expect(errorOf(run)?.message).toBeDefined();
    expect(service.made).toEqual(['A']);
    return service.created - service.made.length;
  };

  it.each([
    [{ retryOnFail: false, maxTries: 4 }, 1],
    [{ retryOnFail: true, maxTries: 2 }, 2],
    [{ retryOnFail: true }, 3],
    [{ retryOnFail: true, maxTries: 9 }, 5],
  ])(
    'Retry On Fail %o tries a refused row so often, although the execution sleeps: %i',
    async (settings, count) => {
      expect(await tries(settings)).toBe(count);
    },
  );
});

describe('Preview Only', () => {
  it('shows what a row would send, and makes the videos of the others', async () => {
    const service = rememberingService();
    const preview = '={{ $json.own === "B" }}';
    const run = await anew(table(['A', 'B', 'C'], { parameters: { options: { preview } } }));
    expect(service.made.toSorted()).toEqual(['A', 'C']);
    const video = { status: 'completed', paid: 'yes' };
    expect(jsonIn(run, 'After')).toMatchObject([
      video,
      { preview: true, paid: 'no', method: 'POST', request: { prompt: 'B' } },
      video,
    ]);
  });
});

describe('an Order Key', () => {
  afterEach(() => (instanceSettings.instanceType = 'main'));

  it.each([
    ['main', 0],
    ['worker', 1_000],
  ])(
    'is sent when no other process can have claimed it: in a %s behind %i ms',
    async (type, ms) => {
      instanceSettings.instanceType = type;
      let sentAtMs = 0;
      rememberingService({
        create: () => {
          sentAtMs = Date.now();
          return undefined;
        },
      });
      const options = { orderKey: '={{ $json.own }}' };
      const startMs = Date.now();
      await anew(table(['A'], { parameters: { operation: 'create', options } }));
      expect(sentAtMs - startMs).toBe(ms);
    },
  );
});

describe('a row whose task failed at once', () => {
  it.each(['create', 'createAndWait'])(
    'is unknown to the workflow and in n8n’s log, which names each order: %s',
    async (operation) => {
      const failing = {
        status: 200,
        body: { id: 'task_B_end', status: 'failed', error: 'too dark' },
      };
      rememberingService({ create: (prompt) => (prompt === 'B' ? failing : undefined) });
      const [info, warn] = [vi.spyOn(logger, 'info'), vi.spyOn(logger, 'warn')];
      const settings = { onError: 'continueErrorOutput' } as const;
      const run = await runToEnd(table(['A', 'B'], { parameters: { operation }, settings }));
      const lines = [...info.mock.calls, ...warn.mock.calls].map(([line]) => line);
      vi.restoreAllMocks();
      expect(jsonIn(run, 'After').map(({ paid }) => paid)).toEqual(['yes']);
      expect(jsonIn(run, 'Failed').map(({ details }) => details)).toMatchObject([
        { reason: 'failed', paid: 'unknown', taskId: 'task_B_end' },
      ]);
      expect(lines.filter((line) => /^(Created|Row)/.test(line))).toEqual([
        `Created video task ${idOf('A')}`,
        expect.stringMatching(/^Row 2 may have been charged\. .*too dark.* task_B_end$/),
      ]);
    },
  );
});

describe('what tells orders of one execution apart', () => {
  it('is the node: two of them behind one node order each their own', async () => {
    const service = rememberingService();
    const test = table(['A'], { parameters: { prompt: '={{ $json.prompt }} of the first' } });
    const prompt = '={{ $json.prompt }} of the second';
    test.nodes.push(ourNode('Second', 'createVideo', { prompt }));
    test.connections.Items = { main: [[...to(nodeName), ...to('Second')]] };
    test.connections.Second = { main: [to('Failed')] };
    const run = await runToEnd(test);
    expect(service.made.toSorted()).toEqual(['A of the first', 'A of the second']);
    const madeBy = (name: string) => itemsIn(run, name).map(({ json }) => json.id);
    expect(madeBy('After')).toEqual([idOf('A of the first')]);
    expect(madeBy('Failed')).toEqual([idOf('A of the second')]);
  });

  it('is the output that the rows come from: both branches of a node are ordered', async () => {
    const service = rememberingService();
    const test = table(['true', 'false']);
    const split = async (rows: INodeExecutionData[]) => [rows.slice(0, 1), rows.slice(1)];
    test.types = {
      ...test.types,
      'test.split': testNode('split', {}, (context) => split(context.getInputData()), {
        outputs: ['main', 'main'],
      }),
    };
    test.nodes.push(node('Split', 'test.split'));
    test.connections.Items = { main: [to('Split')] };
    test.connections.Split = { main: [to(nodeName), to(nodeName)] };
    const run = await runToEnd(test);
    expect(service.made.toSorted()).toEqual(['false', 'true']);
    const ids = jsonIn(run, 'After').map(({ id }) => id);
    expect(ids.toSorted()).toEqual([idOf('false'), idOf('true')]);
  });
});

it('says that it may have been charged where an option can’t be read any more behind such an order', async () => {
  const serverFault = { status: 500, delayMs: 3_000 };
  rememberingService({ create: (prompt) => (prompt === 'A' ? serverFault : refused) });
  const intervalSeconds = `={{ Date.now() > ${Date.now() + 1_000} ? 'soon' : 5 }}`;
  const settings = { onError: 'continueErrorOutput' } as const;
  const test = table(['A', 'B'], { parameters: { options: { intervalSeconds } }, settings });
  const details = outputsOf(await runToEnd(test), 1).map(({ json }) => json.details);
  const told = { reason: 'brokenRun', paid: 'unknown' };
  expect(details).toMatchObject([told, told]);
});

it('gives out the IDs and the rows where an option can’t be read any more behind their orders', async () => {
  rememberingService({ msPerCreate: 1_000 });
  const options = {
    intervalSeconds: `={{ Date.now() > ${Date.now() + 500} ? 'soon' : 5 }}`,
    keepInput: false,
  };
  const settings = { onError: 'continueRegularOutput' } as const;
  const run = await runToEnd(table(['A', 'B'], { parameters: { options }, settings }));
  const details = (own: string) => ({ reason: 'notWaitedFor', paid: 'yes', taskId: idOf(own) });
  expect(jsonIn(run, 'After')).toMatchObject(
    ['A', 'B'].map((own) => ({ own, details: details(own) })),
  );
});

describe('what tells orders of several executions apart', () => {
  it('is the key within a node: another node, or another workflow, orders its own', async () => {
    const service = rememberingService();
    const test = table(['A'], { parameters: keyed });
    const copied = structuredClone(test.nodes);
    copied[1]!.id = 'another node';
    await anew(test);
    await anew({ ...test, nodes: copied });
    await anew({ ...test, workflowId: 'another' });
    expect(service.made).toEqual(['A', 'A', 'A']);
    await anew(test);
    expect(service.made).toHaveLength(3);
  });

  it('is told on by Wait for Video where only n8n’s store knows it: no other column names a task', async () => {
    const service = rememberingService();
    const parameters = { ...keyed, operation: 'create', prompt: '={{ $json.name }}' } as const;
    const test = table([], { parameters });
    const rows = ['A', 'B'].map((own, id) => ({ json: { own, id, name: own } }));
    test.nodes[0] = itemsNode(rows);
    test.nodes.push(ourNode('Wait', 'waitForVideo', { taskId: '={{ $json.id }}' }));
    test.connections[nodeName] = { main: [to('Wait')] };
    test.connections.Wait = { main: [to('After')] };
    await anew(test);
    test.nodes[0] = itemsNode([...rows, { json: { own: 'C', id: 2, name: 'C' } }]);
    const again = await anew({ ...test, types: startAnew() });
    expect(errorOf(again)).toBeUndefined();
    expect(service.made).toEqual(['A', 'B', 'C']);
    const before = { orderedBefore: true };
    expect(jsonIn(again, 'After')).toMatchObject([
      { ...before, orderKey: 'A', inputId: 0 },
      { ...before, orderKey: 'B', inputId: 1 },
      { id: idOf('C'), status: 'completed', inputId: 2 },
    ]);
    for (const { id } of jsonIn(again, 'After').slice(0, 2)) expect(id).toBeUndefined();
  });

  it('is remembered through 10,000 keys that are ordered behind it', async () => {
    const service = rememberingService();
    const test = table(['A', 'B'], { parameters: keyed });
    await anew(test);
    // An order takes six at the most: three for its key, a worker's token, places of two limits.
    const others = Array.from({ length: 6 * 9_997 }, (_, n) => `other ${n}`);
    orderStore.record('test Create Video', others);
    const one = table(['C'], { parameters: keyed });
    await anew(one);
    await anew({ ...test, types: startAnew() });
    expect(service.made).toEqual(['A', 'B', 'C']);
  });
});

describe('a row', () => {
  it('orders in its account’s model family, and keeps what the service said only when it made its task', async () => {
    const create = (prompt: string) => ({
      status: 200,
      body: { id: idOf(prompt), status: 'pending', usage: { for: prompt } },
    });
    const error = { code: 'E_31', message: 'Something went wrong' };
    const failed = { status: 200, body: { status: 'failed', billing: 'charged', error } };
    const service = rememberingService({
      create,
      read: (id) => (id === idOf('C') ? failed : done(id)),
    });
    const credential = { ...testCredential, modelFamily: 'x-2.0' };
    const settings = { onError: 'continueErrorOutput' } as const;
    const run = await runToEnd(table(['A', 'B', 'C'], { credential, settings }));
    const models = service.requests.flatMap(({ body }) => (body as { model?: string }).model ?? []);
    expect(models).toEqual(Array(3).fill('x-2.0-text-to-video'));
    expect(jsonIn(run, 'After').map(({ usage }) => usage)).toEqual([{ for: 'A' }, { for: 'B' }]);
    const task = { usage: { for: 'C' }, billing: 'charged' };
    expect(jsonIn(run, 'Failed')).toMatchObject([
      {
        error: `Task ${idOf('C')} failed: Something went wrong (E_31)`,
        details: { reason: 'failed', paid: 'unknown', task },
      },
    ]);
  });
});
