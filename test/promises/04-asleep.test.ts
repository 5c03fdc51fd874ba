import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../engine/runWorkflow.ts';
import {
  beginPromises,
  done,
  errorOf,
  jsonIn,
  rememberingService,
  resumeInNewProcess,
  runToEnd,
  table,
} from './scene.ts';

beginPromises();

describe('4: a wait survives a restart, and notices the end', () => {
  it('sleeps as one stored execution, and comes home with its video', async () => {
    const service = rememberingService({ read: (id, look) => (look > 2 ? done(id) : undefined) });
    const test = table(['A', 'B']);
    const asleep = await runWorkflow(test);
    expect(asleep.status).toBe('waiting');
    const run = await runToEnd(test, asleep);
    expect(run.status).toBe('success');
    expect(jsonIn(run, 'After')).toHaveLength(2);
    expect(service.created).toBe(2);
    // It is called when they have ended, and asks no more often for that.
    expect(service.requests.filter(({ method }) => method === 'GET').length).toBeLessThan(12);
  });

  it.each([0.1, 20])(
    'goes on in a process that knows nothing of it, after %s hours',
    async (hours) => {
      const service = rememberingService({ read: (id, look) => (look > 2 ? done(id) : undefined) });
      const test = table(['A']);
      const run = await resumeInNewProcess(test, await runWorkflow(test), hours * 3_600_000);
      expect(service.made).toEqual(['A']);
      expect(`${jsonIn(run, 'After').length > 0} ${errorOf(run)?.description}`).toMatch(
        /^true|costs nothing/,
      );
    },
  );
});
