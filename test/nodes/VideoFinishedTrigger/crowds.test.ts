import { describe, expect, it } from 'vitest';
import { bounds } from '../../../nodes/VideoFinishedTrigger/admission.ts';
import { fakeService } from '../../engine/fakeService.ts';
import { call, done, holding, keepApart } from './scene.ts';

keepApart();

describe('VideoFinishedTrigger in a crowd of calls', () => {
  it('tells calls that come together for a task the same, and asks once', async () => {
    const service = fakeService(() => ({ status: 401, body: {} }));
    const shared = { staticData: {}, node: 'same' };
    const results = await Promise.all([1, 2, 3].map(() => call({ id: 'a' }, shared)));
    expect(results.map(({ httpStatus }) => httpStatus)).toEqual([502, 502, 502]);
    expect(service.requests).toHaveLength(1);
  });

  it('lets n8n evaluate expressions only for the calls that it looks at', async () => {
    const held: number[] = [];
    fakeService(() => (held.push(holding.size), done));
    let stored = () => {};
    // n8n keeps what a call holds until it has stored what the node remembers.
    const storing = new Promise<void>((resolve) => (stored = resolve));
    const shared = { staticData: {}, node: 'holding', storing };
    const started = Array.from({ length: 200 }, (_, index) => call({ id: `${index}` }, shared));
    const again = Array.from({ length: bounds.sharing }, () => call({ id: '199' }, shared));
    expect((await Promise.all(started)).every(({ items }) => items)).toBe(true);
    expect((await Promise.all(again)).some(({ items }) => items)).toBe(false);
    stored();
    expect(held).toHaveLength(200);
    expect(Math.max(...held)).toBeLessThanOrEqual(bounds.atOnce);
  });

  it('turns calls away that come for a task over and over while it is looked at', async () => {
    const service = fakeService(() => ({ status: 404, body: {} }));
    const shared = { staticData: {}, node: 'over and over' };
    const results = await Promise.all(Array.from({ length: 100 }, () => call({ id: 'a' }, shared)));
    const statuses = results.map(({ httpStatus }) => httpStatus);
    expect(statuses.filter((status) => status === 404)).toHaveLength(1 + bounds.sharing);
    expect(statuses.filter((status) => status === 429)).toHaveLength(99 - bounds.sharing);
    expect(service.requests.length).toBeLessThanOrEqual(3);
  });

  it('starts every real task once amid 2,000 forged calls, and asks for few of those', async () => {
    const isReal = (path: string) => path.includes('/real_');
    const service = fakeService(({ path }) => (isReal(path) ? done : { status: 404, body: {} }));
    const shared = { staticData: {}, node: 'flooded' };
    const startedAtMs = Date.now();
    const forged: ReturnType<typeof call>[] = [];
    const real: ReturnType<typeof call>[] = [];
    for (let index = 0; index < 2_000; index++) {
      forged.push(call({ id: `forged_${index}` }, { ...shared, ip: '203.0.113.7' }));
      if (index % 100 !== 0) continue;
      // The service calls twice about each, as it may.
      const again = () => call({ id: `real_${index}` }, { ...shared, ip: '192.0.2.1' });
      real.push(again(), again());
    }
    const started = (await Promise.all(real)).flatMap(({ items }) => items ?? []);
    const ids = started.map(({ json }) => json.id);
    expect(new Set(ids).size).toBe(20);
    expect(ids).toHaveLength(20);
    const asked = service.requests.map(({ path }) => path);
    expect(asked.filter(isReal)).toHaveLength(20);
    const seconds = (Date.now() - startedAtMs) / 1000;
    const most = bounds.fruitless + bounds.fruitlessPerSecond * seconds;
    expect(asked.filter((path) => !isReal(path)).length).toBeLessThanOrEqual(most);

    expect(await forged.at(-1)).toMatchObject({
      httpStatus: 429,
      message: 'Too many calls are waiting to be checked',
      retryAfter: expect.stringMatching(/^\d+$/),
    });
  });

  it('asks once for a task that the service does not know, while many calls come', async () => {
    const service = fakeService(() => ({ status: 404, body: {} }));
    const shared = { staticData: {}, node: 'repeated', ip: '203.0.113.7' };
    await Promise.all(
      Array.from({ length: bounds.fruitless - 1 }, (_, index) =>
        call({ id: `forged_${index}` }, shared),
      ),
    );
    const asked = service.requests.length;
    for (let repeat = 0; repeat < 5; repeat++)
      expect(await call({ id: 'forged_1' }, shared)).toMatchObject({ httpStatus: 404 });
    expect(service.requests).toHaveLength(asked);
  });
});
