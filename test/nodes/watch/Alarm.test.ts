import { describe, expect, it } from 'vitest';
import { Alarm } from '../../../nodes/watch/Alarm.ts';
import { simulateWorld, unfinished } from '../look/simulatedWorld.ts';

describe('Alarm', () => {
  it('wakes at its time, or when something is wanted earlier, and leaves no timer behind', async () => {
    const world = simulateWorld(() => unfinished());
    const alarm = new Alarm(world);
    await alarm.sleepUntil(5_000);
    expect(world.nowMs()).toBe(5_000);

    const sleeping = alarm.sleepUntil(20_000);
    alarm.wakeBy(21_000);
    expect(world.pendingTimers()).toBe(1);
    alarm.wakeBy(19_000);
    await sleeping;
    expect(world.nowMs()).toBe(5_000);
    expect(world.pendingTimers()).toBe(0);
  });

  it('takes no notice while nobody sleeps', async () => {
    const world = simulateWorld(() => unfinished());
    const alarm = new Alarm(world);
    alarm.wake();
    await alarm.sleepUntil(5_000);
    expect(world.nowMs()).toBe(5_000);
  });
});
