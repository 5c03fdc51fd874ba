import { describe, expect, it } from 'vitest';
import { Admission, bounds } from '../../../nodes/VideoFinishedTrigger/admission.ts';

/** A clock that goes on only when it is told to. */
function handClock() {
  let now = 0;
  let sleeping: { atMs: number; wake: () => void }[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    nowMs: () => now,
    sleep: (durationMs: number) =>
      new Promise<void>((wake) => void sleeping.push({ atMs: now + durationMs, wake })),
    async pass(durationMs: number) {
      const end = now + durationMs;
      for (await settle(); ; await settle()) {
        const next = sleeping.toSorted((one, other) => one.atMs - other.atMs)[0];
        if (!next || next.atMs > end) break;
        now = next.atMs;
        sleeping = sleeping.filter((one) => one !== next);
        next.wake();
      }
      now = end;
    },
  };
}

type Found = 'finished' | 'unclear' | 'nothing';

/** A node whose calls each take a look of 200 ms. */
function node() {
  const clock = handClock();
  const admission = new Admission(clock);
  const looks: { caller: string; name: string; atMs: number }[] = [];
  const turnedAway: string[] = [];
  let underWay = 0;
  let mostUnderWay = 0;
  const call = async (caller: string, name: string, found: Found) => {
    if (!(await admission.enter(caller))) return void turnedAway.push(name);
    looks.push({ caller, name, atMs: clock.nowMs() });
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    await clock.sleep(200);
    underWay -= 1;
    admission.leave(caller, found);
  };
  const flood = (caller: string, count: number) =>
    Array.from({ length: count }, (_, index) => call(caller, `forged ${index}`, 'nothing'));
  return {
    clock,
    admission,
    looks,
    turnedAway,
    call,
    flood,
    get mostUnderWay() {
      return mostUnderWay;
    },
  };
}

describe('Admission', () => {
  it('bounds what 2,000 forged calls can cause, at once and per minute', async () => {
    const one = node();
    const { clock, looks, turnedAway, flood } = one;
    flood('stranger', 2_000);
    await clock.pass(60_000);
    const perMinute = 60 * bounds.fruitlessPerSecond;
    expect(looks.length).toBeLessThanOrEqual(bounds.fruitless + perMinute);
    expect(turnedAway.length).toBeGreaterThan(1_500);
    const after = looks.length;
    await clock.pass(60_000);
    expect(looks.length - after).toBeLessThanOrEqual(perMinute);
    expect(one.mostUnderWay).toBe(bounds.atOnce);
  });

  it('never has more looks under way than its bound', async () => {
    const one = node();
    one.flood('stranger', 500);
    await one.clock.pass(300_000);
    expect(one.mostUnderWay).toBe(bounds.atOnce);
    expect(one.looks.length + one.turnedAway.length).toBe(500);
  });

  it('serves the service’s calls within seconds, amid a flood from elsewhere', async () => {
    const { clock, looks, call, flood } = node();
    flood('stranger', 1_500);
    await clock.pass(30_000);
    for (let index = 0; index < 20; index++) void call('service', `real ${index}`, 'finished');
    flood('stranger', 500);
    const calledAtMs = clock.nowMs();
    await clock.pass(15_000);
    const real = looks.filter(({ caller }) => caller === 'service');
    expect(real.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, i) => `real ${i}`));
    expect(real.at(-1)!.atMs - calledAtMs).toBeLessThan(15_000);
  });

  it('serves every caller of a shared address who calls again when told', async () => {
    const { clock, admission, looks, call, flood, turnedAway } = node();
    flood('proxy', 900);
    const callUntilServed = async (name: string) => {
      for (;;) {
        await call('proxy', name, 'finished');
        if (looks.some((look) => look.name === name)) return;
        await clock.sleep(admission.retryAfterSeconds * 1000);
      }
    };
    for (let index = 0; index < 20; index++) void callUntilServed(`real ${index}`);
    await clock.pass(120_000);
    expect(turnedAway.filter((name) => name.startsWith('real')).length).toBeGreaterThan(0);
    expect(looks.filter(({ name }) => name.startsWith('real'))).toHaveLength(20);
  });

  it('holds few calls when they cannot be looked at soon', async () => {
    const { clock, looks, turnedAway, flood } = node();
    flood('stranger', 2_000);
    await clock.pass(10_000);
    const held = 2_000 - turnedAway.length - looks.length;
    expect(held).toBeLessThanOrEqual(bounds.waitingInFlood);
  });

  it('turns away a flood rather than one who comes with little', async () => {
    const { clock, turnedAway, call, flood } = node();
    flood('stranger', 2_000);
    void call('service', 'real', 'finished');
    await clock.pass(0);
    expect(turnedAway).not.toContain('real');
    expect(turnedAway.at(-1)).toMatch(/^forged/);
  });

  it('does not count finished tasks: a large batch goes through at the speed of the service', async () => {
    const { clock, looks, call, turnedAway } = node();
    for (let index = 0; index < 1_000; index++) void call('service', `${index}`, 'finished');
    await clock.pass(1_000 * (200 / bounds.atOnce) + 1_000);
    expect(looks).toHaveLength(1_000);
    expect(turnedAway).toEqual([]);
  });

  it('lets those in first who last named a finished task', async () => {
    const { clock, looks, call, flood } = node();
    await Promise.all([call('service', 'known', 'finished'), clock.pass(200)]);
    for (let index = 0; index < 300; index++) flood(`stranger ${index}`, 1);
    void call('service', 'real', 'finished');
    await clock.pass(60_000);
    // Behind those only who were being looked at when it came.
    expect(looks.findIndex(({ name }) => name === 'real')).toBeLessThanOrEqual(bounds.atOnce + 1);
  });

  it('lets nobody in first who named a finished task once and makes them up now', async () => {
    const { clock, looks, call, flood } = node();
    await Promise.all([call('stranger', 'known', 'finished'), clock.pass(200)]);
    flood('stranger', 900);
    await clock.pass(70_000);
    const calledAtMs = clock.nowMs();
    void call('service', 'real', 'finished');
    await clock.pass(5_000);
    expect(looks.find(({ name }) => name === 'real')!.atMs - calledAtMs).toBeLessThan(2_000);
  });

  it('stays calm while little comes, and again after a flood', async () => {
    const { clock, admission, flood } = node();
    expect(admission.isCalm).toBe(true);
    flood('stranger', 100);
    await clock.pass(5_000);
    expect(admission.isCalm).toBe(false);
    await clock.pass(60_000);
    expect(admission.isCalm).toBe(true);
  });

  it('is not confused by a clock that steps back', async () => {
    let now = 1_000_000;
    const admission = new Admission({ nowMs: () => now, sleep: () => new Promise(() => {}) });
    for (let count = 0; count < bounds.fruitless; count++) {
      now -= 1_000;
      expect(await admission.enter('a')).toBe(true);
      admission.leave('a', 'nothing');
    }
    expect(admission.isCalm).toBe(false);
  });
});
