import { describe, expect, it } from 'vitest';
import type { Reply } from '../engine/fakeService.ts';
import { runWorkflow } from '../engine/runWorkflow.ts';
import { beginPromises, jsonIn, promptsOf, rememberingService, runToEnd, table } from './scene.ts';

beginPromises();

const busy: Reply = { status: 429, body: {}, headers: { 'retry-after': '3' } };

describe('6: the service’s pace is kept, everything is delivered, nobody starves', () => {
  it('429 and Retry-After are obeyed, and each row gets its video', async () => {
    let closedUntilMs = 0;
    let early = 0;
    const service = rememberingService({
      create: (_, nth) => {
        if (Date.now() < closedUntilMs - 500) early += 1;
        if (service.created % 7 !== 3 || nth > 1) return undefined;
        closedUntilMs = Date.now() + 3_000;
        return busy;
      },
    });
    const prompts = promptsOf(20);
    const run = await runToEnd(table(prompts));
    expect(run.status).toBe('success');
    expect(service.made.toSorted()).toEqual(prompts);
    expect(jsonIn(run, 'After')).toHaveLength(prompts.length);
    // What was on its way when the service closed.
    expect(early).toBeLessThan(prompts.length);
  });

  it('executions take turns: a small one doesn’t wait for a large one', async () => {
    const service = rememberingService({ msPerCreate: 200 });
    const large = runToEnd(table(promptsOf(40)));
    const small = runToEnd(table(['small']));
    expect((await small).status).toBe('success');
    expect(service.made.indexOf('small')).toBeLessThan(30);
    await large;
  });

  it('Stop leaves the queue at once: nothing more is sent', async () => {
    let stop = () => {};
    const service = rememberingService({
      msPerCreate: 500,
      create: () => {
        if (service.created === 3) stop();
        return undefined;
      },
    });
    const test = table(promptsOf(60));
    await runWorkflow({ ...test, onStart: (run) => (stop = () => run.cancel()) });
    // Those that were on their way.
    expect(service.created).toBeLessThanOrEqual(13);
  });
});
