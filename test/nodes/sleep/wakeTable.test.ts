import { describe, expect, it } from 'vitest';
import { decide, type WakeFacts } from '../../../nodes/sleep/beginVisit.ts';

// Where a rule holds, what those behind it look for does not count.
describe('how a visit begins', () => {
  const calm = { hasCopyAtWork: false, isStart: false, mayBeQueuedAgain: false };
  const starting = { isStart: true, mayBeQueuedAgain: true };

  it.each<[string, Partial<WakeFacts>, string]>([
    ['has a copy at work', { ...starting, hasCopyAtWork: true }, 'stepAside'],
    ['woke while n8n starts', starting, 'sleepThroughStart'],
    ['may be queued twice', { mayBeQueuedAgain: true }, 'sleepAndBeCalled'],
    ['was awake, or woke alone', {}, 'look'],
  ])('where the execution %s', (_, situation, step) => {
    expect(decide({ ...calm, ...situation })).toBe(step);
  });
});
