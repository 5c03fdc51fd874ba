import { describe, expect, it } from 'vitest';
import { packTaskIds } from '../../../../nodes/sleep/tellSleep.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { keepApart, service, workflow } from './scene.ts';

keepApart();

describe('what a sleeping execution notes in its custom data', () => {
  it('is the tasks that it waits for', async () => {
    service({ a: 2, b: 0, c: 1 });
    const run = await runWorkflow(workflow(['a', 'b', 'c']));
    expect(run.data.resultData.metadata).toEqual({ video_tasks: 'a, b, c' });
  });
});

describe('packing IDs into values', () => {
  it('says so where not all have room', () => {
    const ids = Array.from({ length: 60 }, (_, n) => `task_${String(n).padStart(20, '0')}`);
    const packed = packTaskIds(ids).split(', ');
    expect(packed).toEqual([...ids.slice(0, packed.length - 1), '…']);
    expect(packed.length).toBe(10);
  });

  it('says all where there is room to the last character', () => {
    const ids = ['x'.repeat(126), 'y'.repeat(127)];
    expect(packTaskIds(ids)).toBe(ids.join(', '));
  });

  it.each([1, 3, 25, 120, 252, 253, 300])('keeps IDs of %i characters short', (length) => {
    const packed = packTaskIds(Array.from({ length: 1_000 }, () => 'x'.repeat(length)));
    expect(packed).toMatch(/(^|, )…$/);
    expect(packed.length).toBeLessThanOrEqual(255);
    expect(packed.length).toBeGreaterThan(length < 253 ? 255 - length - 3 : 0);
    expect(packed).toMatch(new RegExp(`^(x{${length}}, )*…$`));
  });
});
