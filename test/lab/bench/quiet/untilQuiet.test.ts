import { describe, expect, it } from 'vitest';
import { untilQuiet, type QuietWorld } from '../../../../lab/bench/quiet/untilQuiet.ts';

const minute = 60_000;

/** A machine of two processors whose figures depend on the time only. */
function machine(at: { load?: (ms: number) => number; others?: (ms: number) => number }) {
  let nowMs = 0;
  const told: string[] = [];
  const world: QuietWorld = {
    cores: 2,
    nowMs: () => nowMs,
    ...(at.load && { load: () => at.load!(nowMs) }),
    others: () => at.others?.(nowMs) ?? 0,
    sleep: async (ms) => void (nowMs += ms),
    tell: (text) => told.push(text),
  };
  return { world, told };
}

describe('untilQuiet', () => {
  it('goes on at once on a quiet machine', async () => {
    const { world, told } = machine({ load: () => 1, others: () => 0.2 });
    expect(await untilQuiet(world, minute)).toBe(0);
    expect(told).toEqual([]);
  });

  it('waits until the load average has come down', async () => {
    const { world, told } = machine({ load: (ms) => (ms < 30_000 ? 1.1 : 0.9) });
    expect(await untilQuiet(world, 5 * minute)).toBe(30_000);
    expect(told).toEqual([
      '  Waiting for quiet, 5 min at most: load average 1.1, others use 0.0 processors.',
    ]);
  });

  it('looks at what others use alone where the load is its own', async () => {
    const { world } = machine({ others: (ms) => (ms < 10_000 ? 0.3 : 0) });
    expect(await untilQuiet(world, minute)).toBe(10_000);
  });

  it('gives up when the time is over, and says what that means', async () => {
    const { world, told } = machine({ others: () => 2 });
    expect(await untilQuiet(world, 12_000)).toBe(12_000);
    expect(told.at(-1)).toBe('  The machine is not quiet, so these figures will be marked.');
  });

  it('does not wait when no time is left', async () => {
    const { world } = machine({ others: () => 2 });
    expect(await untilQuiet(world, -1)).toBe(0);
  });
});
