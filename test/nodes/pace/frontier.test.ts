import { describe, expect, it } from 'vitest';
import { beginsAlike, leastOverBound } from '../../../lab/simulation/pace/frontier.ts';
import { startedWindow, unlimited } from '../../../lab/simulation/pace/limits.ts';
import type { Scenario } from '../../../lab/simulation/pace/measurePace.ts';

const items = 200;
const free: Scenario = { name: 'none', limit: () => unlimited(200), items };
const limited: Scenario = { name: '20', limit: () => startedWindow(200, 20, 10_000), items };

describe('what nobody can have at once', () => {
  it('needs no more than the bound where no limit is to be minded', () => {
    expect(leastOverBound(free, 0, [])).toBe(1);
  });

  it('waits until a refusal would have been heard, where no more may be refused', () => {
    // One is refused; the next goes 180 ms behind it instead of 4.
    const one = [{ scenario: limited, taken: 100 }];
    expect(leastOverBound(free, 0.01, one)).toBe((1_000 + 180 - 4) / 1_000);
  });

  it('is quicker the more may be refused, and slower the more processes start', () => {
    const three = { scenario: { ...limited, processes: 3, items: 600 }, taken: 1_000 };
    const [few, more, most] = [0.03, 0.06, 0.12].map((share) =>
      leastOverBound(free, share, [three]),
    );
    expect(few).toBeGreaterThan(more!);
    expect(more).toBeGreaterThan(most!);
    const one = { scenario: limited, taken: 1_000 };
    expect(few).toBeGreaterThan(leastOverBound(free, 0.03, [one]));
  });

  it('minds only those that begin alike', () => {
    expect(beginsAlike(limited)).toBe(true);
    expect(beginsAlike({ ...limited, latencyMs: 300 })).toBe(false);
    expect(beginsAlike({ ...limited, apartMs: 300 })).toBe(false);
    expect(beginsAlike({ ...limited, itemApartMs: 3 })).toBe(false);
  });
});
