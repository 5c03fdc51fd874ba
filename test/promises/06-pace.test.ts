import { describe, expect, it } from 'vitest';
import type { Reply } from '../engine/fakeService.ts';
import { runWorkflow, type TestRun } from '../engine/runWorkflow.ts';
import { resumeByCall } from '../engine/sleeping.ts';
import { beginPromises, jsonIn, promptsOf, rememberingService, runToEnd, table } from './scene.ts';

beginPromises();

const busy: Reply = { status: 429, body: {}, headers: { 'retry-after': '3' } };

describe('6: the service’s pace is kept, everything is delivered, nobody starves', () => {
  it('429 and Retry-After are obeyed, and each row gets its video', async () => {
    let closedAtMs = Infinity;
    let early = 0;
    const service = rememberingService({
      create: (_, nth) => {
        // What arrives in the moment of the refusal was on its way.
        const sinceMs = Date.now() - closedAtMs;
        if (sinceMs > 0 && sinceMs < 3_000) early += 1;
        if (service.created % 7 !== 3 || nth > 1) return undefined;
        closedAtMs = Date.now();
        return busy;
      },
    });
    const prompts = promptsOf(20);
    const run = await runToEnd(table(prompts));
    expect(run.status).toBe('success');
    expect(service.made.toSorted()).toEqual(prompts);
    expect(jsonIn(run, 'After')).toHaveLength(prompts.length);
    expect(service.created).toBeGreaterThan(prompts.length);
    expect(early).toBe(0);
  });

  it('executions take turns: a small one doesn’t wait for a large one', async () => {
    const service = rememberingService({ msPerCreate: 200 });
    const large = runToEnd(table(promptsOf(40)));
    const small = runToEnd(table(['small']));
    expect((await small).status).toBe('success');
    expect(service.made).toContain('small');
    expect(service.made.indexOf('small')).toBeLessThan(30);
    await large;
  });

  it('Stop leaves the queue at once: nothing more is sent when the service takes requests again', async () => {
    let stop = () => {};
    let stoppedAtMs = Infinity;
    let late = 0;
    const service = rememberingService({
      msPerCreate: 500,
      create: () => {
        if (Date.now() > stoppedAtMs) late += 1;
        if (service.created !== 3) return undefined;
        // The others wait in the queue by then.
        setTimeout(() => {
          stoppedAtMs = Date.now();
          stop();
        }, 1_000);
        return busy;
      },
    });
    const test = table(promptsOf(60));
    const asleep = await runWorkflow(test);
    const onStart: TestRun['onStart'] = (run) => (stop = () => run.cancel());
    await resumeByCall({ ...test, onStart }, asleep);
    await new Promise((resolve) => setTimeout(resolve, 120_000));
    expect(stoppedAtMs).toBeLessThan(Date.now());
    expect(service.created).toBeGreaterThan(2);
    expect(late).toBe(0);
  });
});
