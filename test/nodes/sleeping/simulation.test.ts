import { describe, expect, it } from 'vitest';
import { BuiltCode } from '../../../lab/sleep/builtNodes.ts';
import { playHistory } from '../../../lab/sleep/history.ts';

/** Promises that `npm run simulate:sleep` still sees broken. */
const knownToBreak = ['late', 'lost', 'crashed asleep', 'success without a video'];

const code = new BuiltCode();

describe('sleeping executions in simulated histories', () => {
  it('keep their promises', async () => {
    const broken: string[] = [];
    for (let seed = 1; seed <= 150; seed++) {
      const history = await playHistory(seed, code);
      for (const one of history.broken)
        if (!knownToBreak.includes(one.split(':')[0]!)) broken.push(`seed ${seed}: ${one}`);
    }
    expect(broken).toEqual([]);
  });

  it('are the same to the byte for the same seed', async () => {
    for (const seed of [1, 7, 21, 45]) {
      const first = await playHistory(seed, code, { keepsStory: true });
      const again = await playHistory(seed, new BuiltCode(), { keepsStory: true });
      expect(again).toEqual(first);
    }
  });
});
