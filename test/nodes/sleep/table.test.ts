import { describe, expect, it } from 'vitest';
import {
  decide,
  lookedTable,
  wakingTable,
  type Looked,
  type Row,
  type Waking,
} from '../../../nodes/sleep/table.ts';

const flags = [false, true];
/** Each combination of the flags. */
const combine = <Key extends string>(...keys: Key[]): Array<Record<Key, boolean>> =>
  keys.reduce<Array<Record<Key, boolean>>>(
    (all, key) => all.flatMap((one) => flags.map((flag) => ({ ...one, [key]: flag }))),
    [{} as Record<Key, boolean>],
  );

const allWakings: Waking[] = combine('hasSlept', 'isAtWork', 'isUp', 'isDoubtful');

const allLooked: Looked[] = combine('isAllEnded', 'staysAwake', 'mayBeReadAwake');

const calm: Waking = {
  hasSlept: true,
  isAtWork: false,
  isUp: true,
  isDoubtful: false,
};
const open: Looked = {
  isAllEnded: false,
  staysAwake: false,
  mayBeReadAwake: false,
};

/** Whether each row decides some situation. */
const usedRows = <Situation>(
  rows: ReadonlyArray<Row<Situation, unknown>>,
  situations: Situation[],
) => new Set(situations.map((one) => rows.findIndex(({ holds }) => holds(one))));

describe('how a visit begins', () => {
  it.each<[string, Partial<Waking>, string]>([
    ['was awake', { hasSlept: false, isDoubtful: true, isUp: false }, 'look'],
    ['woke alone', {}, 'look'],
    ['has a copy at work', { isAtWork: true, isUp: false }, 'stepAside'],
    ['woke while n8n starts', { isUp: false, isDoubtful: true }, 'sleepUntilUp'],
    ['may be queued twice', { isDoubtful: true }, 'sleepAndBeCalled'],
  ])('where the execution %s', (_, situation, step) => {
    expect(decide(wakingTable, { ...calm, ...situation })).toBe(step);
  });

  it('is decided in every situation, and every row is of use', () => {
    expect(allWakings).toHaveLength(16);
    expect([...usedRows(wakingTable, allWakings)].toSorted()).toEqual([...wakingTable.keys()]);
  });

  it('does nothing twice: a copy that may not be the only one never gets to its work', () => {
    for (const waking of allWakings.filter(({ hasSlept }) => hasSlept)) {
      const step = decide(wakingTable, waking);
      const isSole = !waking.isAtWork && !waking.isDoubtful;
      if (step === 'look') expect(isSole).toBe(true);
    }
  });
});

describe('what follows the look', () => {
  it.each<[string, Partial<Looked>, string]>([
    ['all have ended', { isAllEnded: true, staysAwake: true }, 'finish'],
    ['tasks are open', {}, 'sleep'],
    ['it cannot sleep, or shall not', { staysAwake: true }, 'stay'],
    ['n8n may have read it awake', { mayBeReadAwake: true }, 'stay'],
  ])('where %s', (_, situation, step) => {
    expect(decide(lookedTable, { ...open, ...situation })).toBe(step);
  });

  it('is decided in every situation, and every row is of use', () => {
    expect([...usedRows(lookedTable, allLooked)].toSorted()).toEqual([...lookedTable.keys()]);
  });

  it('never sleeps with nothing to wait for, nor where it cannot', () => {
    for (const looked of allLooked)
      if (looked.isAllEnded || looked.staysAwake)
        expect(decide(lookedTable, looked)).not.toBe('sleep');
  });
});
