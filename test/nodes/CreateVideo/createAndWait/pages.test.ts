import { randomUUID } from 'node:crypto';
import type { INodeParameters, IRun } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { orderStore } from '../../../engine/orderStore.ts';
import { newExecutionId, runWorkflow, type TestRun } from '../../../engine/runWorkflow.ts';
import { fakeN8n, resumeByRing, resumeByTimer, timerMsOf } from '../../../engine/sleeping.ts';
import { errorOf, goOn, jsonIn, keepApart, runsOf, service, workflow } from './scene.ts';

keepApart();
beforeEach(() => orderStore.clear());

/** A table of the operation Create, whose rows are called "0", "1" and so on. */
const table = (rows: number, options: INodeParameters = {}, settings = {}) =>
  workflow({
    rows: Array.from({ length: rows }, (_, row) => ({ idea: `${row}` })),
    ...{ parameters: { operation: 'create' }, options, settings },
  });

/** What n8n does when the execution has been stored and is called: its watcher may look first. */
async function callBack(test: TestRun, run: IRun): Promise<IRun> {
  let woken: IRun | undefined;
  while (woken === undefined) {
    ({ run: woken } = await resumeByRing(test, run));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return woken;
}

async function toEnd(test: TestRun, start?: IRun): Promise<IRun> {
  let run = start ?? (await runWorkflow({ ...test, executionId: newExecutionId() }));
  while (run.status === 'waiting') run = await callBack(test, run);
  return run;
}

describe('a table', () => {
  it('is stored before each page, shows what is ordered, and goes on when n8n is called', async () => {
    fakeN8n();
    const { made } = service();
    const test = table(12);
    const hintOf = (run: IRun) => runsOf(run, 'Make').at(-1)!.hints![0]!.message;
    const first = await runWorkflow(test);
    expect([first.status, made]).toEqual(['waiting', []]);
    expect(hintOf(first)).toMatch(/^n8n is still ordering: 12 of 12 rows are left\. /);
    const second = await callBack(test, first);
    expect(hintOf(second)).toMatch(/: 2 of 12 rows are left\. .*<br>task-0<br>task-1<br>/);
    const run = await toEnd(test, second);
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(made.map((idea) => `task-${idea}`));
  });

  it('that n8n starts once more from a state before is not ordered twice', async () => {
    fakeN8n();
    const { made } = service();
    const test = table(12);
    const first = await runWorkflow(test);
    await callBack(test, structuredClone(first));
    vi.setSystemTime(timerMsOf(first));
    const run = await toEnd(test, await resumeByTimer(test, first));
    expect([made.length, new Set(made).size]).toEqual([12, 12]);
    expect(jsonIn(run, 'After').map(({ paid }) => paid)).toEqual(Array(12).fill('yes'));
  });

  it.each([goOn, {}])(
    'names what earlier pages have ordered when n8n cannot remember the keys of a later one: %o',
    async (settings) => {
      fakeN8n();
      const { made } = service();
      const test = table(14, { orderKey: '={{ "key " + $json.idea }}' }, settings);
      const second = await callBack(test, await runWorkflow(test));
      orderStore.failWith(new Error('database is locked'));
      const run = await toEnd(test, second);
      expect(made).toHaveLength(10);
      const told = JSON.stringify([run.data, errorOf(run)?.context]);
      for (const idea of made) expect(told).toContain(`task-${idea}`);
      expect(told).toContain('database is locked');
    },
  );
});

describe('Order Key and Spending Limit', () => {
  const single = (key: string, options: INodeParameters, idea = key) =>
    workflow({
      rows: [{ idea, key }],
      parameters: { operation: 'create' },
      options: { orderKey: '={{ $json.key }}', ...options },
    });
  const perDay = (videos: number) => ({ spendingLimit: { limit: { videos, per: 'day' } } });

  it('orders a key once, whatever else a later execution asks for', async () => {
    const { made } = service();
    await toEnd(single('k1', {}));
    const later = await toEnd(single('k1', {}, 'another'));
    const before = { id: 'task-k1', paid: 'no', orderedBefore: true, orderKey: 'k1' };
    expect(jsonIn(later, 'After')).toEqual([before]);
    expect(made).toEqual(['k1']);
  });

  it('cost few questions for all rows of a table', async () => {
    const { made } = service();
    const options = { orderKey: '={{ $json.idea % 100 }}', ...perDay(200) };
    const run = await toEnd(table(300, options));
    expect(made).toHaveLength(100);
    const ids = jsonIn(run, 'After').map(({ id }) => id);
    expect(ids.slice(100)).toEqual([...ids.slice(0, 100), ...ids.slice(0, 100)]);
    expect(orderStore.calls).toBeLessThan(10);
  });

  it('count a day from midnight where the workflow is, not where the server is', async () => {
    const { made } = service();
    // In the time zone of the workflows here, that is the same day still, or the next already.
    for (const [day, hour, minute] of [
      [2, 4, 59],
      [2, 5, 1],
      [3, 4, 59],
    ] as const) {
      vi.setSystemTime(Date.UTC(2030, 0, day, hour, minute));
      await toEnd(single(randomUUID(), perDay(1)));
    }
    expect(made).toHaveLength(2);
  });
});
