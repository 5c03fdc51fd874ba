import { describe, expect, it } from 'vitest';
import { firstSize } from '../../../nodes/pace/Limit.ts';
import { open, patient, start, useRealServices } from './pacedService.ts';
import { havePatience, setPatience } from '../../engine/patience.ts';

havePatience({});

useRealServices();

// Waits, for the most part, and each with a service of its own.
describe.concurrent('requests to a real service that asks for pauses', () => {
  it.each(['seconds', 'a date'])(
    'pause for all executions as Retry-After says, in %s',
    async (form) => {
      const pauseMs = 3_000;
      let refusedAtMs = 0;
      const later: number[] = [];
      const { create } = await start(20, (_, nth) => {
        if (nth > 0) later.push(Date.now());
        if (nth > 0) return 'take';
        refusedAtMs = Date.now();
        const date = new Date(Date.now() + pauseMs).toUTCString();
        return { retryAfter: form === 'seconds' ? String(pauseMs / 1000) : date };
      });
      const first = create(1);
      await expect.poll(() => refusedAtMs, patient).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const both = await Promise.all([first, create(3)]);
      expect(both.map(({ error }) => error?.message)).toEqual([undefined, undefined]);
      expect(both.map(({ outputs }) => outputs[0]?.length)).toEqual([1, 3]);
      // A date has whole seconds only.
      expect(Math.min(...later) - refusedAtMs).toBeGreaterThanOrEqual(pauseMs - 1_000);
    },
  );

  it('pause for all executions when a look is answered with 503 and Retry-After', async () => {
    const pauseMs = 3_000;
    let refusedAtMs = 0;
    const later: number[] = [];
    const { seen, create, look } = await start(20, (_, nth) => {
      if (nth > 0) later.push(Date.now());
      if (nth > 0) return 'take';
      refusedAtMs = Date.now();
      return { status: 503, retryAfter: String(pauseMs / 1000) };
    });
    const looked = look();
    await expect.poll(() => refusedAtMs, patient).toBeGreaterThan(0);
    expect((await looked).error?.message).toContain('HTTP 503');
    await create(3);
    expect(Math.min(...later) - refusedAtMs).toBeGreaterThanOrEqual(pauseMs - 50);
    expect(seen.refused).toBe(1);
  });

  it('leave it open what became of a video whose creation was answered with 503', async () => {
    const { seen, service, create } = await start(20, (_, nth) =>
      nth === 0 ? { status: 503, retryAfter: '2' } : 'take',
    );
    const { error } = await create(1);
    expect(error?.message).toContain('HTTP 503');
    expect(error?.context).toMatchObject({ paid: 'unknown' });
    expect(seen.refused).toBe(1);
    expect(service.requests).toHaveLength(1);
  });

  it('say with which status the service asked for a pause that was too long', async () => {
    const { service, create } = await start(20, () => ({ status: 503, retryAfter: '7200' }));
    const first = await create(1);
    expect(first.error?.context).toMatchObject({ paid: 'unknown' });
    const second = await create(1);
    expect(second.error?.message).toContain('HTTP 503');
    expect(second.error?.context).toMatchObject({ paid: 'no', reason: 'busy' });
    expect(service.requests).toHaveLength(1);
  });

  it.each(['999999999', 'Fri, 01 Jan 2100 00:00:00 GMT'])(
    'go on where the service asks for a pause that makes no sense: %s',
    async (retryAfter) => {
      const { seen, service, create } = await start(20, (_, nth) =>
        nth === 0 ? { retryAfter } : 'take',
      );
      const [first, second] = await Promise.all([create(1), create(2)]);
      expect([first.error, second.error]).toEqual([undefined, undefined]);
      expect(service.created).toBe(3);
      expect(seen.refused).toBe(1);
    },
  );

  it('look on while create requests alone are refused', async () => {
    const { service, create, look } = await open(({ path, response }) => {
      if (!path.includes('task_1')) response.writeHead(429, { 'retry-after': '600' });
      response.end(JSON.stringify({ id: 'task_1', status: 'pending' }));
    });
    const refused = create(1);
    await expect.poll(() => service.requests.length, patient).toBe(1);
    const atMs = Date.now();
    const looked = await look();
    expect(looked.outputs[0]![0]!.json).toMatchObject({ id: 'task_1', status: 'pending' });
    expect(Date.now() - atMs).toBeLessThan(30_000);
    expect((await refused).error?.context).toMatchObject({ reason: 'busy', paid: 'no' });
  });

  it('end with the execution: what waits for its turn is never sent', async () => {
    const { service, create } = await start(50, (_, nth) =>
      nth < firstSize ? { retryAfter: '2' } : 'take',
    );
    let stop = () => {};
    const run = create(200, {
      onStart: (execution) => void (stop = () => execution.cancel()),
    });
    await expect.poll(() => service.requests.length, patient).toBe(firstSize);
    stop();
    await run;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(service.requests).toHaveLength(firstSize);
    expect(service.created).toBe(0);
  });
});

// Not beside the others, which have all the time they need.
describe('requests with little time for an answer', () => {
  it('have their whole timeout from when they are sent', async () => {
    setPatience({ answerMs: 1_000 });
    const { seen, create } = await start(20, (_, nth) =>
      nth === 0 ? { retryAfter: '3' } : 'take',
    );
    const { outputs, error } = await create(2);
    expect(error).toBeUndefined();
    expect(outputs[0]).toHaveLength(2);
    expect(seen.refused).toBe(1);
  });
});
