import type { IRun, IRunExecutionData } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { instanceSettings } from '../../../engine/n8nCore.ts';
import { runWorkflow, type TestRun } from '../../../engine/runWorkflow.ts';
import { resumeAfter, resumeByCall, retry, retryFailed } from '../../../engine/sleeping.ts';
import {
  idsAfter,
  idsOf,
  itemsAfter,
  keepApart,
  runsOf,
  secondsUntilWake,
  service,
  workflow,
} from './scene.ts';

keepApart();

describe('WaitForVideo, asleep', () => {
  it('sleeps while a task is unfinished, and tells how far it is without an item', async () => {
    service({});
    const run = await runWorkflow(workflow(['a'], {}, { timezone: 'Asia/Kolkata' }));
    expect(run.status).toBe('waiting');
    expect(secondsUntilWake(run)).toBeGreaterThanOrEqual(65);
    expect(secondsUntilWake(run)).toBeLessThan(131);
    expect(itemsAfter(run)).toEqual([]);
    expect(run.data.resultData.metadata).toEqual({ video_tasks: 'a' });
    const [asleep] = runsOf(run, 'Wait');
    // n8n's canvas would count an item at each visit anew.
    expect(asleep!.data!.main).toEqual([[]]);
    expect(asleep!.hints![0]!.message).toMatch(
      /^Asleep since .* GMT\+5:30\..*<br>a: pending, 40 %$/,
    );
  });

  it('ends at its deadline, which is kept while it sleeps', async () => {
    service({});
    // As short a sleep as n8n keeps on time, and no name of a sleep twice.
    let drawn = 0;
    const random = vi.spyOn(Math, 'random').mockImplementation(() => (drawn += 1e-9));
    onTestFinished(() => random.mockRestore());
    const test = workflow(
      ['a'],
      { options: { timeLimitMinutes: 2 } },
      { settings: { onError: 'continueRegularOutput' } },
    );
    let run = await runWorkflow(test);
    run = await resumeAfter(test, run);
    expect(secondsUntilWake(run)).toBeLessThan(60);
    run = await resumeAfter(test, run);
    expect(run.status).toBe('success');
    expect(itemsAfter(run)[0]?.json.details).toMatchObject({
      reason: 'timedOut',
      polls: 3,
      waitedSeconds: 120,
    });
  });

  it('waits no longer than its time limit for the tries of "Retry On Fail"', async () => {
    const asked = service({});
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const test = workflow(['a'], { options: { timeLimitMinutes: 2 } }, { settings });
    let run = await runWorkflow(test);
    for (let visits = 0; run.status === 'waiting' && visits < 9; visits++)
      run = await resumeAfter(test, run, 60_000);
    expect(run.status).toBe('error');
    expect(asked.requests).toHaveLength(4);
  });

  it('waits for what its rows named at first, and keeps no rows once the wait is over', async () => {
    const asked = service({ a: 1, b: 1 });
    const soonMs = Date.now() + 1_000;
    const taskId = `={{ $now.toMillis() < ${soonMs} ? $json.id : 'another' }}`;
    const settings = { onError: 'continueRegularOutput' } as const;
    const test = workflow(['a', 'b', ''], { taskId }, { settings });
    const asleep = await runWorkflow(test);
    expect(JSON.stringify(asleep)).toContain('"read"');
    const run = await resumeAfter(test, asleep);
    expect(idsAfter(run)).toEqual(['a', 'b', undefined]);
    expect(idsOf(asked.requests).sort()).toEqual(['a', 'a', 'b', 'b']);
    expect(JSON.stringify(run)).not.toContain('"read"');
  });
});

describe('WaitForVideo, asleep in a workflow', () => {
  it.each(['timer', 'call'])('passes nothing on but its results, woken by a %s', async (wake) => {
    service({ a: 1 });
    const settings = { alwaysOutputData: true };
    const test = workflow(['a'], {}, { settings, executionOrder: 'v0' });
    const asleep = await runWorkflow(test);
    const woken =
      wake === 'timer' ? await resumeAfter(test, asleep) : (await resumeByCall(test, asleep)).run!;
    expect(woken.data.resultData.error).toBeUndefined();
    expect(woken.status).toBe('success');
    expect(runsOf(woken, 'Wait')).toHaveLength(1);
    expect(idsAfter(woken)).toEqual(['a']);
  });

  it('ends with itself where a person runs the workflow up to this node', async () => {
    service({ a: 1 });
    const startData = {
      destinationNode: { nodeName: 'Wait', mode: 'inclusive' as const },
      runNodeFilter: ['Items', 'Wait'],
    };
    const test = workflow(['a'], {}, { runData: { startData } });
    const run = await resumeAfter(test, await runWorkflow(test));
    expect(run.status).toBe('success');
    expect(runsOf(run, 'Wait')[0]!.data!.main![0]![0]!.json).toMatchObject({
      outcome: 'completed',
    });
    expect(runsOf(run, 'After')).toEqual([]);
  });
});

describe('a retry', () => {
  it('after a crash has its own time limit, however long ago the first execution began', async () => {
    service({ a: 2 });
    const test = workflow(['a'], { options: { timeLimitMinutes: 2 } });
    const asleep = await runWorkflow(test);
    vi.setSystemTime(Date.now() + 600_000);
    const run = await retry(test, asleep);
    expect(run.status).toBe('waiting');
    expect((await resumeAfter(test, run)).status).toBe('success');
  });

  it('of one that failed after it woke can take the currently saved workflow', async () => {
    service({ a: 9 });
    const test = workflow(['a'], { options: { timeLimitMinutes: 1 } });
    const asleep = await runWorkflow(test);
    vi.setSystemTime(Date.now() + 120_000);
    const failed = await resumeAfter(test, asleep);
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
    ['the timer', resumeAfter],
    ['a call', async (test, run) => (await resumeByCall(test, run)).run],
    ['a retry', async (test, run) => await retry(test, run)],
  ])('can be woken like a sleeping one, by %s', async (_, wake) => {
    service({ a: 1 });
    const test = workflow(['a']);
    const woken = await wake(test, await halfAsleep(test));
    expect(itemsAfter(woken!)).toMatchObject([{ json: { id: 'a', outcome: 'completed' } }]);
    expect(runsOf(woken!, 'After')).toHaveLength(1);
  });
});

describe('in queue mode, where n8n marks executions before they queue, one', () => {
  beforeEach(() => (instanceSettings.instanceType = 'worker'));
  afterEach(() => (instanceSettings.instanceType = 'main'));

  it('goes on however late it is', async () => {
    service({ a: 1, b: 2 });
    const test = workflow(['a', 'b']);
    const called = await resumeAfter(test, await runWorkflow(test), 600_000);
    expect(called.status).toBe('waiting');

    const late = await resumeAfter(test, called, 600_000);
    expect(late.status).toBe('success');
    expect(idsAfter(late)).toEqual(['a', 'b']);
  });
});
