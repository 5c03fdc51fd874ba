import { describe, expect, it } from 'vitest';
import {
  decide,
  lookTable,
  wakeTable,
  type LookFacts,
  type WakeFacts,
} from '../../../nodes/sleep/table.ts';

// Where a rule holds, what those behind it look for does not count.
describe('how a visit begins', () => {
  const calm = { hasSlept: true, hasCopyAtWork: false, isStart: false, mayBeQueuedAgain: false };
  const starting = { isStart: true, mayBeQueuedAgain: true };

  it.each<[string, Partial<WakeFacts>, string]>([
    ['has a copy at work', { ...starting, hasCopyAtWork: true, hasSlept: false }, 'stepAside'],
    ['was awake', { ...starting, hasSlept: false }, 'look'],
    ['woke while n8n starts', starting, 'sleepThroughStart'],
    ['may be queued twice', { mayBeQueuedAgain: true }, 'sleepAndBeCalled'],
    ['woke alone', {}, 'look'],
  ])('where the execution %s', (_, situation, step) => {
    expect(decide(wakeTable, { ...calm, ...situation })).toBe(step);
  });
});

describe('what follows the look', () => {
  const open = { isAllEnded: false, staysAwake: false, mayBeReadAwake: false };

  it.each<[string, Partial<LookFacts>, string]>([
    ['all have ended', { isAllEnded: true, staysAwake: true, mayBeReadAwake: true }, 'finish'],
    ['it cannot sleep, or shall not', { staysAwake: true }, 'stay'],
    ['n8n may have read it awake', { mayBeReadAwake: true }, 'stay'],
    ['tasks are open', {}, 'sleep'],
  ])('where %s', (_, situation, step) => {
    expect(decide(lookTable, { ...open, ...situation })).toBe(step);
  });
});
