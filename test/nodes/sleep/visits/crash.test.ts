import { describe, expect, it, vi } from 'vitest';
import type { IRun, IRunExecutionData } from 'n8n-workflow';
import { runWorkflow, type TestRun } from '../../../engine/runWorkflow.ts';
import { resumeByCall, retry, retryFailed } from '../../../engine/sleeping.ts';
import { itemsAfter, keepApart, resume, runsOf, service, workflow } from './scene.ts';

keepApart();

describe('a retry after a crash', () => {
  it('has its own time limit, however long ago the first execution began', async () => {
    service({ a: 2 });
    const test = workflow(['a'], { options: { timeLimitMinutes: 2 } });
    const asleep = await runWorkflow(test);
    vi.setSystemTime(Date.now() + 600_000);
    const run = await retry(test, asleep, { loadWorkflow: false });
    expect(run.status).toBe('waiting');
    expect((await resume(test, run)).status).toBe('success');
  });
});

describe('a retry of an execution that failed after it woke', () => {
  it('can take the currently saved workflow', async () => {
    service({ a: 9 });
    const test = workflow(['a'], { options: { timeLimitMinutes: 1 } });
    const asleep = await runWorkflow(test);
    vi.setSystemTime(Date.now() + 120_000);
    const failed = await resume(test, asleep);
    expect(failed.status).toBe('error');
    expect((await retryFailed(test, failed, true)).status).toBe('waiting');
  });
});

describe('the state that n8n saves just before an execution sleeps', () => {
  /** What n8n has stored in that moment of an execution that goes to sleep. */
  async function halfAsleep(test: TestRun): Promise<IRun> {
    let stored: IRunExecutionData | undefined;
    const run = await runWorkflow({
      ...test,
      onProgress: (data) => {
        data.resultData.lastNodeExecuted = 'Wait';
        if (data.waitTill) stored = structuredClone(data);
      },
    });
    expect(stored!.executionData!.nodeExecutionStack).toHaveLength(
      run.data.executionData!.nodeExecutionStack.length - 1,
    );
    return { ...run, data: stored! };
  }

  it.each<[string, (test: TestRun, run: IRun) => Promise<IRun | undefined>]>([
    ['the timer', resume],
    ['a call', async (test, run) => (await resumeByCall(test, run)).run],
    ['a retry', async (test, run) => await retry(test, run, { loadWorkflow: false })],
  ])('can be woken like a sleeping one, by %s', async (_, wake) => {
    service({ a: 1 });
    const test = workflow(['a']);
    const woken = await wake(test, await halfAsleep(test));
    expect(itemsAfter(woken!)).toMatchObject([{ json: { id: 'a', outcome: 'completed' } }]);
    expect(runsOf(woken!, 'After')).toHaveLength(1);
  });
});
