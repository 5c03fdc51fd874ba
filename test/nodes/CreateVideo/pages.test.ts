import type { IRun } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import { testCredential } from '../../engine/runNode.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import { resumeByTimer, timerMsOf } from '../../engine/sleeping.ts';
import {
  beginPromises,
  idOf,
  jsonIn,
  nodeName,
  rememberingService,
  runsOf,
  runToEnd,
  table,
  wake,
} from '../../promises/scene.ts';

beginPromises();

describe('a table', () => {
  const prompts = Array.from({ length: 12 }, (_, row) => `<${row}>`);
  const test = () => table(prompts, { parameters: { operation: 'create' } });

  it('is stored before each page, shows what is ordered as text, and goes on when n8n is called', async () => {
    const { made } = rememberingService();
    const hintOf = (run: IRun) => runsOf(run, nodeName).at(-1)!.hints![0]!.message;
    const first = await runWorkflow(test());
    expect([first.status, made]).toEqual(['waiting', []]);
    expect(hintOf(first)).toMatch(/^n8n is still ordering: 12 of 12 rows are left\. /);
    const second = await wake(test(), first);
    expect(hintOf(second)).toMatch(/: 2 of 12 rows are left\. /);
    const { metadata, runData } = second.data.resultData;
    expect(JSON.stringify(runData)).toContain(
      'nothing:<br>task_&lt;0&gt;_end (row 1)<br>task_&lt;1&gt;_end (row 2)',
    );
    // In queue mode n8n can lose all else when a worker ends.
    expect(metadata).toEqual({
      video_tasks: expect.stringMatching(/^task_<0>_end, task_<1>_end, /),
    });
    const run = await runToEnd(test(), second);
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After').map(({ id }) => id)).toEqual(made.map(idOf));
  });

  it('that n8n starts once more from a state before is not ordered twice', async () => {
    const { made } = rememberingService();
    const first = await runWorkflow(test());
    await wake(test(), structuredClone(first));
    vi.setSystemTime(timerMsOf(first));
    const run = await runToEnd(test(), await resumeByTimer(test(), first));
    expect([made.length, new Set(made).size]).toEqual([12, 12]);
    expect(jsonIn(run, 'After').map(({ paid }) => paid)).toEqual(Array(12).fill('yes'));
  });

  it('costs nothing where its credential has gone before a page is sent', async () => {
    const { made } = rememberingService();
    const ofTwo = table(['A', 'B'], { settings: { onError: 'continueErrorOutput' } });
    const first = await runWorkflow(ofTwo);
    const run = await wake({ ...ofTwo, credential: { ...testCredential, apiKey: '' } }, first);
    expect(made).toEqual([]);
    expect(jsonIn(run, 'Failed').map(({ details }) => details)).toMatchObject(
      Array(2).fill({ reason: 'notReady', paid: 'no' }),
    );
  });
});
