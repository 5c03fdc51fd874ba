import { describe, expect, it } from 'vitest';
import { keepOpen } from '../../../nodes/look/keepOpen.ts';

describe('keepOpen', () => {
  it('keeps a short record as it is', () => {
    const task = { status: 'pending', progress: 3, prompt: 'x'.repeat(1_000) } as never;
    expect(keepOpen(task)).toBe(task);
  });

  it('keeps of a long one what fits, and names the rest', () => {
    const task = { prompt: 'x'.repeat(5_000), status: 'pending', progress: 3, queue: 'a' };
    const shown = { status: 'pending', progress: 3, queue: 'a' };
    expect(keepOpen(task as never)).toEqual({ ...shown, leftOut: ['prompt'] });
    expect(keepOpen({ ...task, leftOut: ['thumbnail'] } as never)).toEqual({
      ...shown,
      leftOut: ['thumbnail', 'prompt'],
    });
  });

  it('stays short, whatever the record is made of', () => {
    for (const [length, name, value] of [
      [5_000, 'f', 0],
      [20, 'n'.repeat(900), 0],
      [3, 'f', 'v'.repeat(9_000)],
    ] as const) {
      const many = Array.from({ length }, (_, n) => [`${name}${n}`, value]);
      const task = { ...Object.fromEntries(many), status: 's'.repeat(101) } as never;
      expect(JSON.stringify(keepOpen(task)).length).toBeLessThan(2_600);
    }
  });
});
