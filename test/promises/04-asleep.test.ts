import { stringify } from 'flatted';
import { describe, expect, it, vi } from 'vitest';
import type { Reply } from '../engine/fakeService.ts';
import { killN8n } from '../engine/n8nProcess.ts';
import { runWorkflow } from '../engine/runWorkflow.ts';
import { resumeByTimer } from '../engine/sleeping.ts';
import {
  beginPromises,
  done,
  idOf,
  inNewProcess,
  jsonIn,
  lost,
  rememberingService,
  runUntilKilled,
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

  it('is stored once in 90 s at most while it waits alone, and is small', async () => {
    const service = rememberingService({ read: () => undefined });
    const storedAtMs: number[] = [];
    const bytes: number[] = [];
    setTimeout(killN8n, 600_000);
    await runUntilKilled(table(['A']), (run) => {
      storedAtMs.push(Date.now());
      bytes.push(stringify(run.data).length);
    });
    const pausesMs = storedAtMs.slice(1).map((atMs, nth) => atMs - storedAtMs[nth]!);
    expect(Math.min(...pausesMs)).toBeGreaterThanOrEqual(90_000);
    expect(storedAtMs).toHaveLength(7);
    expect(Math.max(...bytes)).toBeLessThan(10_000);
    expect(service.created).toBe(1);
  });

  it('is stored as soon as its order is answered, however many are ordered at once', async () => {
    rememberingService({ read: () => undefined });
    const startMs = Date.now();
    const rows = ['A', 'B', 'C', 'D', 'E'];
    const runs = await Promise.all(rows.map((row) => runWorkflow(table([row]))));
    expect(runs.map(({ status }) => status)).toEqual(rows.map(() => 'waiting'));
    expect(Date.now() - startMs).toBeLessThan(300);
  });

  it.each([0.1, 20])(
    'goes on in a process that knows nothing of it, after %s hours, and brings the video',
    async (hours) => {
      const readyAtMs = Date.now() + 300_000;
      const service = rememberingService({
        read: (id) => (Date.now() >= readyAtMs ? done(id) : undefined),
      });
      const test = table(['A']);
      const asleep = await runWorkflow(test);
      const fresh = await inNewProcess(test);
      // Its timer is overdue when n8n comes up again.
      vi.setSystemTime(Date.now() + hours * 3_600_000);
      const run = await runToEnd(fresh, await resumeByTimer(fresh, asleep));
      expect(service.made).toEqual(['A']);
      expect(run.status).toBe('success');
      expect(jsonIn(run, 'After')).toMatchObject([{ id: idOf('A'), status: 'completed' }]);
    },
  );

  it('goes on through an outage of 45 s in all its forms', async () => {
    const began = Date.now();
    const outage: Reply[] = [
      { status: 302, headers: { location: 'https://status.test/' } },
      ...[400, 401, 402, 403, 404, 405, 409, 425, 451, 500, 503].map((status) => ({ status })),
      { status: 200, body: '<html>Back soon</html>' },
      lost,
    ];
    let answered = 0;
    const read = (id: string) => {
      const seconds = (Date.now() - began) / 1_000;
      if (seconds > 90) return done(id);
      return seconds < 10 || seconds > 55 ? undefined : outage[answered++ % outage.length];
    };
    rememberingService({ read });
    const parameters = { download: false, options: { intervalSeconds: 1 } };
    const run = await runToEnd(table(['A'], { parameters }));
    expect(jsonIn(run, 'After')).toMatchObject([{ id: idOf('A'), status: 'completed' }]);
    expect(answered).toBeGreaterThanOrEqual(outage.length);
  });

  it('notices the end of a video within seconds', async () => {
    // Not when the execution is woken anyway, to sleep anew.
    const readyAtMs = Date.now() + 235_000;
    rememberingService({ read: (id) => (Date.now() >= readyAtMs ? done(id) : undefined) });
    expect((await runToEnd(table(['A']))).status).toBe('success');
    expect(Date.now() - readyAtMs).toBeLessThan(10_000);
  });
});
