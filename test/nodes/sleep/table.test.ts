import { describe, expect, it } from 'vitest';
import {
  decide,
  lookTable,
  wakeTable,
  type LookFacts,
  type WakeFacts,
} from '../../../nodes/sleep/table.ts';

const flags = [false, true];
/** Each combination of the flags. */
const combine = <Key extends string>(...keys: Key[]): Array<Record<Key, boolean>> =>
  keys.reduce<Array<Record<Key, boolean>>>(
    (all, key) => all.flatMap((one) => flags.map((flag) => ({ ...one, [key]: flag }))),
    [{} as Record<Key, boolean>],
  );

const allWakings: WakeFacts[] = combine('hasSlept', 'hasCopyAtWork', 'isUp', 'mayBeQueuedAgain');

const allLooked: LookFacts[] = combine('isAllEnded', 'staysAwake', 'mayBeReadAwake');

const calm: WakeFacts = {
  hasSlept: true,
  hasCopyAtWork: false,
  isUp: true,
  mayBeQueuedAgain: false,
};
const open: LookFacts = {
  isAllEnded: false,
  staysAwake: false,
  mayBeReadAwake: false,
};

describe('how a visit begins', () => {
  it.each<[string, Partial<WakeFacts>, string]>([
    ['was awake', { hasSlept: false, mayBeQueuedAgain: true, isUp: false }, 'look'],
    ['woke alone', {}, 'look'],
    ['has a copy at work', { hasCopyAtWork: true, isUp: false }, 'stepAside'],
    ['woke while n8n starts', { isUp: false, mayBeQueuedAgain: true }, 'sleepUntilUp'],
    ['may be queued twice', { mayBeQueuedAgain: true }, 'sleepAndBeCalled'],
  ])('where the execution %s', (_, situation, step) => {
    expect(decide(wakeTable, { ...calm, ...situation })).toBe(step);
  });

  it('does nothing twice: a copy that may not be the only one never gets to its work', () => {
    for (const waking of allWakings.filter(({ hasSlept }) => hasSlept)) {
      const step = decide(wakeTable, waking);
      const isSole = !waking.hasCopyAtWork && !waking.mayBeQueuedAgain;
      if (step === 'look') expect(isSole).toBe(true);
    }
  });
});

describe('what follows the look', () => {
  it.each<[string, Partial<LookFacts>, string]>([
    ['all have ended', { isAllEnded: true, staysAwake: true }, 'finish'],
    ['tasks are open', {}, 'sleep'],
    ['it cannot sleep, or shall not', { staysAwake: true }, 'stay'],
    ['n8n may have read it awake', { mayBeReadAwake: true }, 'stay'],
  ])('where %s', (_, situation, step) => {
    expect(decide(lookTable, { ...open, ...situation })).toBe(step);
  });

  it('never sleeps with nothing to wait for, nor where it cannot', () => {
    for (const looked of allLooked)
      if (looked.isAllEnded || looked.staysAwake)
        expect(decide(lookTable, looked)).not.toBe('sleep');
  });
});
