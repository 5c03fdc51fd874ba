import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeService, type Reply, type SentRequest } from '../../../engine/fakeService.ts';
import { orderStore } from '../../../engine/orderStore.ts';
import { runNode } from '../../../engine/runNode.ts';

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
}

async function order({ rows = [{ key: 'k1' }], options, parameters, settings = {} }: Order = {}) {
  const { outputs, error, run } = await runNode({
    type: 'createVideo',
    workflowId,
    parameters: {
      operation: 'create',
      prompt: '={{ $json.idea ?? $json.key }}',
      options: {
        orderKey: '={{ $json.key }}',
        output: 'everything',
        keepInput: false,
        ...options,
      },
      ...parameters,
    },
    settings,
    items: rows.map((json) => ({ json })),
  });
  return { items: outputs.map((items) => items.map(({ json }) => json)), error, run };
}
const perDay = (videos: number): INodeParameters => ({
  spendingLimit: { limit: { videos, per: 'day' } },
});

describe('Order Key', () => {
  it('is ordered once, whatever else a later execution asks for', async () => {
    const { made } = service();
    expect((await order()).items[0]).toEqual([{ id: 'task-1', status: 'pending', paid: 'yes' }]);
    const later = await order({ rows: [{ key: 'k1', idea: 'another' }, { key: 'k2' }] });
    expect(later.items[0]).toEqual([
      { id: 'task-1', paid: 'no', orderedBefore: true, orderKey: 'k1' },
      { id: 'task-2', status: 'pending', paid: 'yes' },
    ]);
    expect(made).toEqual(['k1', 'k2']);
  });

  it('counts once within a batch, and costs few questions for all of its rows', async () => {
    const { made } = service();
    const rows = Array.from({ length: 300 }, (_, row) => ({ key: `k${row % 100}` }));
    const { items } = await order({ rows, options: perDay(200) });
    expect(made).toHaveLength(100);
    const ids = items[0]!.map(({ id }) => id);
    expect(ids.slice(100, 200)).toEqual(ids.slice(0, 100));
    expect(ids.slice(200)).toEqual(ids.slice(0, 100));
    expect(orderStore.calls).toBeLessThan(10);
  });

  it('is free again when the service certainly did not take the order', async () => {
    const { made } = service((_, nth) => (nth === 1 ? refused : undefined));
    const first = await order({ options: perDay(5) });
    expect(first.error?.message).toContain('not this one');
    expect(orderStore.entries).toEqual([]);
    expect((await order()).items[0]![0]).toMatchObject({ id: 'task-1' });
    expect(made).toEqual(['k1']);
  });
});

describe('Spending Limit per day', () => {
  const rowsOf = (count: number) => Array.from({ length: count }, () => ({ idea: randomUUID() }));
  const limited = (count: number, most = 5) =>
    order({
      rows: rowsOf(count),
      options: { orderKey: '={{ $json.idea }}', ...perDay(most) },
      settings: goOn,
    });

  it('begins anew at midnight where the workflow is, not where the server is', async () => {
    // In the time zone of the workflows here, that is the same day still, or the next already.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 2, 4, 59) });
    const { made } = service();
    await limited(1, 1);
    vi.setSystemTime(Date.UTC(2030, 0, 2, 5, 1));
    await limited(1, 1);
    expect(made).toHaveLength(2);
    vi.setSystemTime(Date.UTC(2030, 0, 3, 4, 59));
    await limited(1, 1);
    expect(made).toHaveLength(2);
  });
});
