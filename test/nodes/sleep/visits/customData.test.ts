import { describe, expect, it } from 'vitest';
import { packTaskIds } from '../../../../nodes/sleep/customData.ts';
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
    const packed = packTaskIds(ids).join(', ').split(', ');
    expect(packed).toEqual([...ids.slice(0, packed.length - 1), '…']);
  });

  const lengths = (values: string[]) => values.map(({ length }) => length);

  it.each([1, 3, 25, 120, 252, 253])('keeps values of IDs of %i characters short', (length) => {
    const values = packTaskIds(Array.from({ length: 1_000 }, () => 'x'.repeat(length)));
    expect(values).toHaveLength(length < 253 ? 4 : 1);
    expect(Math.max(...lengths(values))).toBeLessThanOrEqual(255);
    expect(values.at(-1)).toMatch(/(^|, )…$/);
  });
});
