import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as backendModule from '@n8n/backend-common';
import type * as diModule from '@n8n/di';
import type { INodeParameters, IRun } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { orderStore } from '../../../engine/orderStore.ts';
import { newExecutionId, runWorkflow, type TestRun } from '../../../engine/runWorkflow.ts';
import { fakeN8n, resumeByCall, resumeByTimer, timerMsOf } from '../../../engine/sleeping.ts';
import { goOn, jsonIn, keepApart, lost, runsOf, service, workflow } from './scene.ts';

const require = createRequire(import.meta.url);
const { Container } = require('@n8n/di') as typeof diModule;
const { Logger } = require('@n8n/backend-common') as typeof backendModule;

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
    ({ run: woken } = await resumeByCall(test, run));
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
    expect(hintOf(second)).toMatch(/: 2 of 12 rows are left\. /);
    const { metadata, runData } = second.data.resultData;
    expect(JSON.stringify(runData)).toContain('nothing:<br>task-0 (row 1)<br>task-1 (row 2)');
    // In queue mode n8n can lose all else when a worker ends.
    expect(metadata).toEqual({ video_tasks: expect.stringMatching(/^task-0, task-1, /) });
    const run = await toEnd(test, second);
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(made.map((idea) => `task-${idea}`));
  });

  it('shows the IDs that the service gives as text, not as HTML', async () => {
    fakeN8n();
    service();
    const rows = Array.from({ length: 12 }, (_, row) => ({ idea: `<${row}>` }));
    const test = workflow({ rows, parameters: { operation: 'create' } });
    const { runData } = (await callBack(test, await runWorkflow(test))).data.resultData;
    expect(JSON.stringify(runData)).toContain(
      'nothing:<br>task-&lt;0&gt; (row 1)<br>task-&lt;1&gt; (row 2)',
    );
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

  it('has each order in n8n’s log, whatever becomes of the execution', async () => {
    fakeN8n();
    service({ create: (prompt) => (prompt === '1' ? lost : undefined) });
    const logger = Container.get(Logger);
    const [info, warn] = [vi.spyOn(logger, 'info'), vi.spyOn(logger, 'warn')];
    await toEnd(table(3, {}, goOn));
    const lines = [...info.mock.calls, ...warn.mock.calls].map(([line]) => line);
    vi.restoreAllMocks();
    expect(lines.filter((line) => /^(Created|Row)/.test(line))).toEqual([
      ...['Created video task task-0', 'Created video task task-2'],
      expect.stringMatching(/^Row 2 may have been charged\. The service didn’t.*ECONNRESET/),
    ]);
  });
});

describe('Order Key and Videos per Day', () => {
  const single = (idea: string, options: INodeParameters) =>
    workflow({
      rows: [{ idea }],
      parameters: { operation: 'create' },
      options: { orderKey: '={{ $json.idea }}', ...options },
    });
  const perDay = (videosPerDay: number) => ({ videosPerDay });

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
