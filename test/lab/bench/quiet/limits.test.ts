import { describe, expect, it } from 'vitest';
import { describeNoise } from '../../../../lab/bench/quiet/limits.ts';

const quiet = { loadAtStart: 1, before: 0.2, mean: 0.2, most: 1.9 };

describe('describeNoise', () => {
  it('finds nothing to say at the limits of a quiet machine', () => {
    expect(describeNoise(quiet, 2)).toBeUndefined();
  });

  it('tells of a load average above half the processors before the bench', () => {
    expect(describeNoise({ ...quiet, loadAtStart: 1.1 }, 2)).toBe(
      'the load average was 1.1 before the bench began',
    );
  });

  it('tells of others who used more than a tenth of the processors just before, and meanwhile', () => {
    expect(describeNoise({ before: 0.4, mean: 0.3, most: 0.4 }, 2)).toBe(
      'other programs used 0.4 of 2 processors just before, and other programs used 0.3 of 2 processors meanwhile',
    );
  });
});
