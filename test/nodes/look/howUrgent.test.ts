import { describe, expect, it } from 'vitest';
import { startBehind } from '../../../nodes/look/howOften.ts';
import { urgencyOf } from '../../../nodes/look/howUrgent.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import { startWait, waitForTasks } from '../../../nodes/look/startWait.ts';
import type { TaskWait } from '../../../nodes/look/WaitState.ts';

const nowMs = 1_000_000;
const watch = (more: Partial<TaskWait> = {}): TaskWait => ({
  ...waitForTasks(startWait(), ['a'], nowMs, 60_000).tasks.a!,
  ...more,
});
const urgency = (more?: Partial<TaskWait>) => urgencyOf(watch(more), nowMs, defaultSettings);

describe('urgencyOf', () => {
  it('puts the last look at a task first', () => {
    expect(urgency({ deadlineAtMs: nowMs, polls: 3 })).toBe('lastLook');
  });

  it('hurries to a task of which nothing is known, as it may have ended long ago', () => {
    expect(urgency()).toBe('likelyEnd');
  });

  it('does not hurry to a task that was created a moment ago', () => {
    const created = { atMs: nowMs - 1_000 };
    const world = { nowMs, settings: defaultSettings, random: () => 0.5 };
    expect(urgencyOf(startBehind(watch(), created, world), nowMs, defaultSettings)).toBe('routine');
  });

  it('hurries to a task that is about to end, and to no other that it has seen', () => {
    const earlierProgress = { percent: 0, atMs: nowMs - 10_000 };
    const at = (percent: number) =>
      urgency({ polls: 2, earlierProgress, lastProgress: { percent, atMs: nowMs } });
    expect(at(80)).toBe('likelyEnd');
    expect(at(20)).toBe('routine');
    expect(urgency({ polls: 2 })).toBe('routine');
  });
});
