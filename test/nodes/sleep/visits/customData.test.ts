import { describe, expect, it } from 'vitest';
import { packTaskIds } from '../../../../nodes/sleep/customData.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { keepApart, resume, service, workflow } from './scene.ts';

keepApart();

describe('what a sleeping execution notes in its custom data', () => {
  const options = { release: 'asTheyCome' };

  it('is the tasks that it still waits for, whichever left before', async () => {
    service({ a: 2, b: 0, c: 1 });
    const test = workflow(['a', 'b', 'c'], { options });
    let run = await runWorkflow(test);
    expect(run.data.resultData.metadata).toEqual({ videogen_tasks: 'a, c' });
    run = await resume(test, run);
    expect(run.data.resultData.metadata).toEqual({ videogen_tasks: 'a' });
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(run.data.resultData.metadata).toEqual({ videogen_tasks: 'a' });
  });

  it('says so where not all have room, and leaves nothing behind of an earlier sleep', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `task_${String(n).padStart(20, '0')}`);
    const last = ids.at(-1)!;
    service(Object.fromEntries(ids.map((id) => [id, id === last ? 2 : 1])));
    const test = workflow(ids, { options });
    const run = await runWorkflow(test);
    const { metadata = {} } = run.data.resultData;
    expect(Object.keys(metadata)).toEqual(
      ['', '_2', '_3', '_4'].map((end) => `videogen_tasks${end}`),
    );
    const noted = Object.values(metadata).join(', ').split(', ');
    expect(noted).toEqual([...ids.slice(0, noted.length - 1), '…']);

    const later = await resume(test, run);
    expect(later.status).toBe('waiting');
    expect(later.data.resultData.metadata).toEqual({
      videogen_tasks: last,
      ...{ videogen_tasks_2: '', videogen_tasks_3: '', videogen_tasks_4: '' },
    });
  });
});

describe('packing IDs into values', () => {
  const lengths = (values: string[]) => values.map(({ length }) => length);

  it.each([1, 3, 25, 120, 252, 253])('keeps values of IDs of %i characters short', (length) => {
    const values = packTaskIds(Array.from({ length: 1_000 }, () => 'x'.repeat(length)));
    expect(values).toHaveLength(length < 253 ? 4 : 1);
    expect(Math.max(...lengths(values))).toBeLessThanOrEqual(255);
    expect(values.at(-1)).toMatch(/(^|, )…$/);
  });

  it('says that there are more where an ID cannot be told from two', () => {
    expect(packTaskIds(['a', 'b, c', 'd'])).toEqual(['a, …']);
    expect(packTaskIds(['b, c'])).toEqual(['…']);
    expect(packTaskIds([])).toEqual([]);
  });
});
