import { describe, expect, it } from 'vitest';
import { BuiltCode } from '../../../lab/sleep/builtNodes.ts';
import { plantedFaults } from '../../../lab/sleep/faults.ts';
import { playHistory } from '../../../lab/sleep/history.ts';
import { howMany } from '../../thorough.ts';

/** Histories in which something was broken once, or that alone have found a planted fault; and the first of all. */
const known = [
  ...[51, 63, 110, 228, 266, 312, 332, 333, 526, 609, 697, 779, 936, 1196, 1251, 1328, 1444, 1679],
  ...[2697, 2720, 2864, 3416, 3467, 3607, 3837, 3989, 4102, 4229, 4250, 4669, 4710, 9762, 10_208],
  ...[798, 1584, 1668, 2272, 6138, 13_942, 16_988, 20_057, 21_786, 21_892, 22_126, 23_037, 35_008],
  ...[
    35_816, 45_440, 367, 993, 1997, 2367, 2572, 220_271, 2714, 5465, 15_932, 17_979, 21_554, 32_431,
  ],
];
const seeds = [...known, ...Array.from({ length: howMany(150, 300) }, (_, n) => n + 1)];

const code = new BuiltCode();

describe('sleeping executions in simulated histories', () => {
  it('keep their promises', async () => {
    const broken: string[] = [];
    for (const seed of seeds) {
      const history = await playHistory(seed, code);
      broken.push(...history.broken.map((one) => `seed ${seed}: ${one}`));
    }
    expect(broken).toEqual([]);
  }, 240_000);

  it('are the same to the byte for the same seed', async () => {
    for (const seed of [1, 7]) {
      const first = await playHistory(seed, code, { keepsStory: true });
      const again = await playHistory(seed, new BuiltCode(), { keepsStory: true });
      expect(again).toEqual(first);
    }
  });
});

describe('a planted fault', () => {
  it.each(plantedFaults)('has its place in the built code: $name', (fault) => {
    expect(() => new BuiltCode(fault)).not.toThrow();
  });
});
