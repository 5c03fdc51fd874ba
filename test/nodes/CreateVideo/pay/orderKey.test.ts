import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeService, type Reply, type SentRequest } from '../../../engine/fakeService.ts';
import { orderStore } from '../../../engine/orderStore.ts';
import { runNode } from '../../../engine/runNode.ts';
import { startAnew } from '../../../engine/startAnew.ts';
import { havePatience, setPatience } from '../../../engine/patience.ts';

havePatience({});

beforeAll(() => nock.disableNetConnect());
let workflowId = '';
beforeEach(() => {
  orderStore.clear();
  workflowId = randomUUID();
});
afterEach(() => {
  vi.useRealTimers();
  nock.cleanAll();
});

const promptOf = ({ body }: SentRequest) => (body as { prompt: string }).prompt;
const goOn = { onError: 'continueErrorOutput' } as const;
const lost: Reply = { breakWith: 'ECONNRESET' };
const refused: Reply = { status: 422, body: { message: 'not this one' } };

/** A service that finishes each video at once, and counts what it makes. */
function service(create: (prompt: string, nth: number) => Reply | undefined = () => undefined) {
  const made: string[] = [];
  let sent = 0;
  const fake = fakeService((request) => {
    if (request.method === 'GET') {
      const id = request.path.split('/').at(-1)!;
      const results = [`https://files.test/${id}.mp4`];
      return { status: 200, body: { id, status: 'completed', results } };
    }
    const answer = create(promptOf(request), ++sent);
    if (answer === undefined || answer === lost) made.push(promptOf(request));
    return answer ?? { status: 200, body: { id: `task-${made.length}`, status: 'pending' } };
  });
  return { ...fake, made };
}

interface Order {
  rows?: IDataObject[];
  options?: INodeParameters;
  parameters?: INodeParameters;
  settings?: Partial<INode>;
  types?: Record<string, INodeType>;
}

async function order({
  rows = [{ key: 'k1' }],
  options,
  parameters,
  settings = {},
  types = {},
}: Order = {}) {
  const { outputs, error, run } = await runNode({
    type: 'createVideo',
    workflowId,
    types,
    parameters: {
      operation: 'create',
      mode: 'textToVideo',
      model: 'standard',
      prompt: '={{ $json.idea ?? $json.key }}',
      options: { orderKey: '={{ $json.key }}', ...options },
      waiting: { stayAwake: true },
      ...parameters,
    },
    settings,
    items: rows.map((json) => ({ json })),
  });
  return { items: outputs.map((items) => items.map(({ json }) => json)), error, run };
}
const createAndWait = { operation: 'createAndWait' };

describe('Order Key', () => {
  it('is ordered once, whatever else a later execution asks for', async () => {
    const { made } = service();
    expect((await order()).items[0]).toEqual([{ id: 'task-1', status: 'pending', paid: 'yes' }]);
    const later = await order({ rows: [{ key: 'k1', idea: 'another' }, { key: 'k2' }] });
    expect(later.items[0]).toEqual([
      { id: 'task-1', paid: 'yes', orderedBefore: true, orderKey: 'k1' },
      { id: 'task-2', status: 'pending', paid: 'yes' },
    ]);
    expect(made).toEqual(['k1', 'k2']);
  });

  it('brings all callers the same video, also when they come at once', async () => {
    const { made } = service();
    const calls = Array.from({ length: 20 }, () => order({ parameters: createAndWait }));
    const videos = (await Promise.all(calls)).map(({ items }) => items[0]![0]!);
    expect(made).toEqual(['k1']);
    expect(new Set(videos.map(({ videoUrl }) => videoUrl))).toEqual(
      new Set(['https://files.test/task-1.mp4']),
    );
    expect(videos.filter(({ orderedBefore }) => orderedBefore === true)).toHaveLength(19);
  });

  it('counts once within a batch, and costs few questions for all of its rows', async () => {
    const { made } = service();
    const rows = Array.from({ length: 300 }, (_, row) => ({ key: `k${row % 100}` }));
    const { items } = await order({ rows, options: { maxVideosPerDay: 200 } });
    expect(made).toHaveLength(100);
    const ids = items[0]!.map(({ id }) => id);
    expect(ids.slice(100, 200)).toEqual(ids.slice(0, 100));
    expect(ids.slice(200)).toEqual(ids.slice(0, 100));
    expect(orderStore.reads).toBe(2);
    expect(orderStore.calls).toBeLessThan(25);
  });

  it('is free again when the service certainly did not take the order', async () => {
    const { made } = service((_, nth) => (nth === 1 ? refused : undefined));
    const first = await order({ options: { maxVideosPerDay: 5 } });
    expect(first.error?.message).toContain('not this one');
    expect(orderStore.entries).toEqual([]);
    expect((await order()).items[0]![0]).toMatchObject({ id: 'task-1' });
    expect(made).toEqual(['k1']);
  });

  it('stays taken when nobody knows, and the error says how to order again', async () => {
    const { made } = service(() => lost);
    const first = await order();
    expect(first.error?.description).toContain(
      'The Order Key "k1" stays taken, so that nobody orders it again by accident. If the service’s dashboard shows no such video, order it under another key',
    );
    const later = await order();
    expect(later.items[0]).toEqual([
      {
        paid: 'unknown',
        orderedBefore: true,
        orderKey: 'k1',
        note: expect.stringContaining('under another key, such as'),
      },
    ]);
    expect(made).toEqual(['k1']);
  });

  it('is known after a kill, when nobody hears what came of it', async () => {
    const { made } = service();
    orderStore.record(`${workflowId} Under Test`, ['order k1']);
    setPatience({ answerMs: 1_000 });
    for (const operation of ['create', 'createAndWait', 'create'])
      expect((await order({ parameters: { operation } })).items[0]).toEqual([
        expect.objectContaining({ orderedBefore: true, paid: 'unknown' }),
      ]);
    expect(made).toEqual([]);
  });

  it('brings the video later to those who would not wait so long for the first', async () => {
    let answer = () => {};
    const after = new Promise<void>((resolve) => (answer = resolve));
    const body = { id: 'task-late', status: 'pending' };
    const { made } = service(() => ({ status: 200, body, after }));
    const first = order({ types: startAnew() });
    await vi.waitFor(() => expect(orderStore.entries).toEqual(['order k1']));
    setPatience({ answerMs: 1_000 });
    const hasty = await order({ types: startAnew() });
    expect(hasty.items[0]![0]).toMatchObject({ orderedBefore: true, paid: 'unknown' });
    answer();
    expect((await first).items[0]![0]).toMatchObject({ id: 'task-late' });
    const later = await order({ types: startAnew() });
    expect(later.items[0]![0]).toMatchObject({ orderedBefore: true, id: 'task-late' });
    expect(made).toEqual([]);
  });

  it('brings other processes the video of the first, at once and after a restart', async () => {
    const { made } = service();
    const rows = Array.from({ length: 100 }, (_, row) => ({ key: `k${row}` }));
    const together = [startAnew(), startAnew(), startAnew()].map((types) => order({ rows, types }));
    const runs = [...(await Promise.all(together)), await order({ rows, types: startAnew() })];
    expect(made).toHaveLength(100);
    const ids = runs.map(({ items }) => items[0]!.map(({ id }) => id));
    expect(new Set(ids[0]).size).toBe(100);
    for (const others of ids.slice(1)) expect(others).toEqual(ids[0]);
    const before = runs.map(({ items }) => items[0]!.filter(({ orderedBefore }) => orderedBefore));
    expect(before.flat()).toHaveLength(300);
  });

  it('is ordered when the turn of a process that was killed has run out, and not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 30_000_000 });
    const { made } = service();
    orderStore.record(`${workflowId} Under Test turn 2000`, ['taken']);
    const ordered = order({ types: startAnew() });
    // It has seen that the turn is taken, and asks for it again and again.
    await vi.waitFor(() => expect(orderStore.calls).toBeGreaterThan(20), { timeout: 30_000 });
    expect(made).toEqual([]);
    vi.setSystemTime(30_030_000);
    expect((await ordered).items[0]![0]).toMatchObject({ id: 'task-1' });
    expect(orderStore.turns).toEqual([]);
  });

  it.each([
    ['claims', 0],
    ['asks', 1],
  ])('is kept where another process stalls while it %s', async (what, changesBefore) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 30_000_000 });
    const { made } = service();
    const rows = [{ key: 'k1' }];
    await order({ rows: what === 'asks' ? rows : [{ key: 'k0' }], types: startAnew() });
    let goOnWriting = () => {};
    const isWriting = new Promise<void>((resolve) => (goOnWriting = resolve));
    orderStore.stall(isWriting, changesBefore);
    const stalled = order({ rows, types: startAnew() });
    await vi.waitFor(() => expect(orderStore.stalled).toBe(true));
    vi.advanceTimersByTime(31_000);
    const other = await order({ rows: [{ key: 'k2' }, { key: 'k3' }], types: startAnew() });
    expect(other.items[0]).toMatchObject([{ paid: 'yes' }, { paid: 'yes' }]);
    goOnWriting();
    const { error, items } = await stalled;
    if (what === 'asks') expect(items[0]).toMatchObject([{ orderedBefore: true, id: 'task-1' }]);
    else expect(error?.message).toContain('took too long to note the orders down');
    expect(orderStore.entries).not.toContain('order k2');
    const { items: later } = await order({ rows: [...rows, { key: 'k2' }], types: startAnew() });
    expect(later[0]![0]).toMatchObject({ paid: 'yes' });
    const { id } = other.items[0]![0]!;
    expect(later[0]![1]).toEqual({ id, paid: 'yes', orderedBefore: true, orderKey: 'k2' });
    expect(made.filter((prompt) => prompt === 'k2')).toHaveLength(1);
  });

  it('is kept by an n8n whose store cannot have rows beside the node’s own', async () => {
    const { made } = service();
    orderStore.beLate();
    const types = startAnew();
    const rows = [{ key: 'k1' }, { key: 'k2' }];
    await Promise.all([order({ rows, types }), order({ rows, types })]);
    const later = await order({ rows, types: startAnew() });
    expect(later.items[0]).toMatchObject(Array(2).fill({ orderedBefore: true, paid: 'unknown' }));
    expect(made).toHaveLength(2);
    expect(orderStore.entries).toEqual(['order k1', 'order k2']);
  });

  it('fails those who wait for an order that is refused in the end', async () => {
    const { made } = service(() => ({ ...(refused as object), delayMs: 100 }) as Reply);
    const calls = await Promise.all([order({ settings: goOn }), order({ settings: goOn })]);
    const details = calls.map(({ items }) => items[1]![0]!.details as IDataObject);
    expect(details.map(({ reason, paid }) => [reason, paid])).toEqual([
      ['refused', 'no'],
      ['notTaken', 'no'],
    ]);
    expect(made).toEqual([]);
    expect(orderStore.entries).toEqual([]);
  });

  it.each([[undefined], [null], [''], ['  '], ['undefined'], [{ a: 1 }], ['x'.repeat(201)]])(
    'sends nothing where it is %o',
    async (key) => {
      const { made } = service();
      const { error } = await order({ rows: [{ key } as IDataObject] });
      expect(error?.message).toMatch(/^Order Key /);
      expect(made).toEqual([]);
    },
  );

  it('sends nothing where n8n cannot remember it', async () => {
    const { made } = service();
    orderStore.failWith(new Error('database is locked'));
    const { error } = await order();
    expect(error?.message).toContain('database is locked');
    const { items } = await order({ settings: goOn });
    expect(items[1]![0]).toMatchObject({ details: { paid: 'no' } });
    orderStore.failWith(new Error('database is locked'), / drawn /);
    expect((await order({ types: startAnew() })).error?.message).toContain('database is locked');
    expect(orderStore.entries).toEqual([]);
    workflowId = '';
    expect((await order()).error?.message).toMatch(/need a saved workflow/);
    expect(made).toEqual([]);
  });
});

describe('Most Videos per Day', () => {
  const rowsOf = (count: number) => Array.from({ length: count }, () => ({ idea: randomUUID() }));
  const limited = (count: number, most = 5) =>
    order({
      rows: rowsOf(count),
      options: { orderKey: '={{ $json.idea }}', maxVideosPerDay: most },
      settings: goOn,
    });

  it('holds for all executions of a day together, and says when it ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1, 12) });
    const { made } = service();
    await limited(2);
    await limited(2);
    const { items } = await limited(2);
    expect(items[1]!.map(({ error }) => error)).toEqual(
      Array(2).fill(
        'This would create 2 videos, but the limit is 5 per day, and 4 have been used today',
      ),
    );
    expect(items[1]![0]!.message).toMatch(/^Nothing was charged\. The day ends at midnight \(/);
    await limited(1);
    expect(made).toHaveLength(5);
    vi.setSystemTime(Date.UTC(2030, 0, 2, 12));
    await limited(5);
    expect(made).toHaveLength(10);
  });

  it('counts what nobody knows, and not what was refused', async () => {
    const { made } = service((_, nth) => (nth <= 3 ? refused : nth <= 6 ? lost : undefined));
    await limited(3);
    await limited(3);
    await limited(2);
    await limited(1);
    expect(made).toHaveLength(5);
  });

  it('is kept by many executions at once, and finds places that were given back', async () => {
    // A day may end meanwhile, in the time zone of the workflow.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1, 12) });
    const { made } = service((_, nth) => (nth % 3 === 0 ? refused : undefined));
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: 12 }, () => limited(3, 40)));
    for (let left = 0; left < 60; left++) await limited(1, 40);
    expect(made).toHaveLength(40);
  });
});
