import type { INode, IRun } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredPasses } from '../../../../nodes/CreateVideo/pay/Ledger.ts';
import { fakeService } from '../../../engine/fakeService.ts';
import { node, to } from '../../../engine/node.ts';
import { orderStore } from '../../../engine/orderStore.ts';
import { testCredential } from '../../../engine/runNode.ts';
import { runWorkflow, type TestRun } from '../../../engine/runWorkflow.ts';
import {
  fakeN8n,
  resumeByCall,
  resumeByTimer,
  retry,
  timerMsOf,
} from '../../../engine/sleeping.ts';

beforeAll(() => nock.disableNetConnect());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) });
  orderStore.clear();
});
afterEach(() => {
  vi.useRealTimers();
  nock.cleanAll();
});

interface Table {
  rows: number;
  operation?: 'create' | 'createAndWait';
  options?: object;
  settings?: Partial<INode>;
}

const table = ({ rows, operation = 'create', options = {}, settings = {} }: Table): TestRun => ({
  credential: testCredential,
  nodes: [
    node('Items', 'test.items', {
      parameters: { items: Array.from({ length: rows }, (_, row) => ({ json: { row } })) as never },
    }),
    node('Make', 'n8n-nodes-videogen.createVideo', {
      parameters: { operation, prompt: '={{ "row " + $json.row }}', options } as never,
      credentials: { videoGenApi: { id: '1', name: 'test' } },
      ...settings,
    }),
    node('After', 'test.pass'),
  ],
  connections: { Items: { main: [to('Make')] }, Make: { main: [to('After')] } },
});

/** A service that makes every task, and n8n at its own address. */
function surroundings() {
  fakeN8n();
  const made: string[] = [];
  fakeService(({ method, path, body }) => {
    if (method === 'POST') {
      const { prompt } = body as { prompt: string };
      made.push(prompt);
      const id = `task-${prompt.split(' ')[1]!}-${made.filter((one) => one === prompt).length}`;
      return { status: 200, body: { id, status: 'pending' } };
    }
    const id = path.split('/').at(-1)!;
    return { status: 200, body: { id, status: 'completed', results: [`https://f.test/${id}`] } };
  });
  const twice = () => made.filter((prompt, at) => made.indexOf(prompt) !== at);
  return { made, twice };
}

/** What n8n does when the execution has been stored and is called: its watcher may look first. */
async function goOn(test: TestRun, run: IRun): Promise<IRun> {
  let woken: IRun | undefined;
  while (woken === undefined) {
    ({ run: woken } = await resumeByCall(test, run));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return woken;
}

async function toEnd(test: TestRun, start: IRun): Promise<{ run: IRun; visits: number }> {
  let run = start;
  let visits = 0;
  for (; run.status === 'waiting' && visits < 50; visits++) run = await goOn(test, run);
  return { run, visits };
}

const itemsAfter = (run: IRun) =>
  (run.data.resultData.runData.After ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);
const hintOf = ({ data }: IRun) => data.resultData.runData.Make!.at(-1)!.hints![0]!.message;
/** The rows that an execution has written ahead. */
const pageOf = ({ data }: IRun) => {
  const { orders } = data.executionData!.contextData['node:Make'] as unknown as {
    orders: StoredPasses;
  };
  const rows = Object.values(Object.values(orders.passes)[0]!.rows);
  return rows.flatMap(({ result }, row) => (result.kind === 'sending' ? [row] : []));
};
const textOf = (run: IRun) =>
  JSON.stringify([run.data, (run.data.resultData.error as { context?: object })?.context]);
const rowsOfError = (run: IRun) =>
  (
    run.data.resultData.error as unknown as {
      context: { rows: Array<{ row: number; paid: string }> };
    }
  ).context.rows;

describe('a table', () => {
  it('is stored before its first order is sent, and goes on when n8n is called', async () => {
    const { made } = surroundings();
    const test = table({ rows: 3 });
    const stored = await runWorkflow(test);
    expect(stored.status).toBe('waiting');
    expect(made).toEqual([]);
    expect(hintOf(stored)).toMatch(/^n8n is still ordering: 3 of 3 rows are left\. /);
    const { run } = await toEnd(test, stored);
    expect(run.status).toBe('success');
    expect(itemsAfter(run).map(({ json }) => json.id)).toEqual([
      'task-0-1',
      'task-1-1',
      'task-2-1',
    ]);
  });

  it('of one row is not stored, so that it goes at once', async () => {
    const { made } = surroundings();
    expect((await runWorkflow(table({ rows: 1 }))).status).toBe('success');
    expect(made).toEqual(['row 0']);
  });

  it.each(['create', 'createAndWait'] as const)(
    'that n8n ends in the middle of names the rows of that page alone as unknown (%s)',
    async (operation) => {
      const { made, twice } = surroundings();
      const test = table({ rows: 60, operation, settings: { onError: 'continueRegularOutput' } });
      const beforeSecond = await goOn(test, await runWorkflow(test));
      expect(hintOf(beforeSecond)).toMatch(/ of 60 rows are left\. .*<br>task-0-1<br>task-1-1<br>/);
      // In queue mode n8n can lose all else when a worker ends.
      const { metadata } = beforeSecond.data.resultData;
      expect(metadata).toEqual({ videogen_tasks: expect.stringMatching(/^task-0-1, task-1-1, /) });
      // The second page is sent, and nothing of it is stored.
      await goOn(test, structuredClone(beforeSecond));
      const page = pageOf(beforeSecond);
      const unsent = page.filter((row) => !made.includes(`row ${row}`));
      const retried = await retry(test, beforeSecond, { loadWorkflow: false });
      const { run } = await toEnd(test, retried);
      expect(twice()).toEqual([]);
      expect(made).toHaveLength(60 - unsent.length);
      const paid = itemsAfter(run).map(
        ({ json }) => json.paid ?? (json.details as { paid: string }).paid,
      );
      expect(paid.flatMap((one, row) => (one === 'unknown' ? [row] : []))).toEqual(page);
    },
  );

  it('goes on behind a lost page although the node stops on errors, and fails in the end', async () => {
    const { made, twice } = surroundings();
    const test = table({ rows: 12 });
    const first = await runWorkflow(test);
    await goOn(test, structuredClone(first));
    const { run } = await toEnd(test, await retry(test, first, { loadWorkflow: false }));
    expect(twice()).toEqual([]);
    for (const row of [10, 11]) expect(made).toContain(`row ${row}`);
    expect(run.status).toBe('error');
    expect(rowsOfError(run).filter(({ paid }) => paid === 'unknown')).toHaveLength(10);
    for (const id of ['task-10-1', 'task-11-1']) expect(textOf(run)).toContain(id);
  });

  it('that n8n starts once more from a state before is not ordered twice', async () => {
    const { made, twice } = surroundings();
    const test = table({ rows: 12 });
    const first = await runWorkflow(test);
    await goOn(test, structuredClone(first));
    vi.setSystemTime(timerMsOf(first));
    const { run } = await toEnd(test, await resumeByTimer(test, first));
    expect([made.length, twice()]).toEqual([12, []]);
    expect(itemsAfter(run).map(({ json }) => json.paid)).toEqual(Array(12).fill('yes'));
  });
});

describe('a table with Order Keys', () => {
  const keyed = { options: { orderKey: '={{ "order " + $json.row }}' } };
  const goingOn = { settings: { onError: 'continueRegularOutput' } } as const;

  it('never passes an order that it knows nothing of for a success', async () => {
    const { made } = surroundings();
    const options = { orderKey: '={{ "strange " + $json.row }}' };
    const test = table({ rows: 2, options, ...goingOn });
    // Another process has claimed it, or this one before n8n was started anew.
    orderStore.record('test Make', ['order strange 0']);
    const { run } = await toEnd(test, await runWorkflow(test));
    const failed = itemsAfter(run).filter(({ json }) => json.error !== undefined);
    expect(made).toEqual(['row 1']);
    expect(failed.map(({ json }) => json.details)).toMatchObject([
      { reason: 'orderedBefore', paid: 'no' },
    ]);
  });

  it.each([
    { stops: 'goes on', settings: { onError: 'continueRegularOutput' } as const },
    { stops: 'stops', settings: {} },
  ])(
    'names what earlier pages have ordered when n8n cannot remember the keys of a later one, and $stops',
    async ({ settings }) => {
      const { made } = surroundings();
      const test = table({ rows: 14, ...keyed, settings });
      const second = await goOn(test, await runWorkflow(test));
      expect(made).toHaveLength(10);
      orderStore.failWith(new Error('database is locked'));
      const { run } = await toEnd(test, second);
      expect(made).toHaveLength(10);
      for (let row = 0; row < 10; row++) expect(textOf(run)).toContain(`task-${row}-1`);
      const paid =
        run.status === 'error'
          ? rowsOfError(run).map((row) => row.paid)
          : itemsAfter(run).map(({ json }) => json.paid ?? (json.details as typeof json).paid);
      expect(paid).toEqual([...Array(10).fill('yes'), ...Array(4).fill('no')]);
      expect(textOf(run)).toContain('database is locked');
    },
  );
});
