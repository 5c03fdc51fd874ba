import { describe, expect, it } from 'vitest';
import { startWait, waitForTasks } from '../../../nodes/look/startWait.ts';
import { expectCreated } from '../../../nodes/results/expectCreated.ts';

const created = { status: 'pending' } as never;
const item = { itemIndex: 0, taskId: 'a', created, createdAtMs: 400 };
const wait = waitForTasks(startWait(), ['a', 'b'], 1_000, 60_000);

describe('expectCreated', () => {
  it('looks at a created task when the interval has passed since', () => {
    const { tasks } = expectCreated(wait, [item], 1_000, 5_000);
    expect(tasks.a).toMatchObject({ nextAskAtMs: 5_400, task: created });
    expect(tasks.b).toEqual(wait.tasks.b);
  });

  it('changes nothing of tasks that were created elsewhere, or are seen already', () => {
    expect(expectCreated(wait, [{ itemIndex: 0, taskId: 'a' }], 1_000, 5_000)).toBe(wait);
    for (const seen of [{ polls: 1 }, { task: created }]) {
      const a = { ...wait.tasks.a!, ...seen };
      expect(expectCreated({ tasks: { a } }, [item], 1_000, 5_000).tasks.a).toEqual(a);
    }
  });
});
