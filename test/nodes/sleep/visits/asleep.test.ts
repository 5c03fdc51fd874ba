import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { resumeByCall } from '../../../engine/sleeping.ts';
import {
  idsAfter,
  idsOf,
  itemsAfter,
  keepApart,
  pending,
  resume,
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
    run = await resume(test, run);
    expect(secondsUntilWake(run)).toBeLessThan(60);
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(itemsAfter(run)[0]?.json.details).toMatchObject({
      reason: 'timedOut',
      polls: 3,
      waitedSeconds: 120,
    });
  });

  it('keeps what it knows through the tries of "Retry On Fail"', async () => {
    let down = true;
    const asked = fakeService(() => (down ? pending : { status: 200, body: { status: 'failed' } }));
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const test = workflow(['a'], {}, { settings });
    const asleep = await runWorkflow(test);
    expect(asleep.status).toBe('waiting');
    down = false;
    const run = await resume(test, asleep);
    expect(run.data.resultData.error?.message).toBe('Task a failed');
    expect(asked.requests).toHaveLength(2);
  });

  it('waits no longer than its time limit for the tries of "Retry On Fail"', async () => {
    const asked = service({});
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const test = workflow(['a'], { options: { timeLimitMinutes: 2 } }, { settings });
    let run = await runWorkflow(test);
    for (let visits = 0; run.status === 'waiting' && visits < 9; visits++)
      run = await resume(test, run, 60_000);
    expect(run.status).toBe('error');
    expect(asked.requests).toHaveLength(4);
  });

  it('believes nothing of a call', async () => {
    service({});
    const test = workflow(['a']);
    const forged = { id: 'a', status: 'completed', results: ['https://evil.test/x.mp4'] };
    const { run } = await resumeByCall(test, await runWorkflow(test), forged);
    expect(run!.status).toBe('waiting');
    expect(JSON.stringify(run!.data)).not.toContain('evil.test');
  });

  it('waits for what its rows named at first, and keeps no rows once the wait is over', async () => {
    const asked = service({ a: 1, b: 1 });
    const soonMs = Date.now() + 1_000;
    const taskId = `={{ $now.toMillis() < ${soonMs} ? $json.id : 'another' }}`;
    const settings = { onError: 'continueRegularOutput' } as const;
    const test = workflow(['a', 'b', ''], { taskId }, { settings });
    const asleep = await runWorkflow(test);
    expect(JSON.stringify(asleep)).toContain('"read"');
    const run = await resume(test, asleep);
    expect(idsAfter(run)).toEqual(['a', 'b', undefined]);
    expect(idsOf(asked.requests).sort()).toEqual(['a', 'a', 'b', 'b']);
    expect(JSON.stringify(run)).not.toContain('"read"');
  });
});
