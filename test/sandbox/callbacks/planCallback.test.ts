import { describe, expect, it } from 'vitest';
import { planCallback } from '../../../sandbox/src/callbacks/planCallback.ts';
import { type StoredTask } from '../../../sandbox/src/tasks/task.ts';

const task = (faults: StoredTask['faults'], url: string | undefined = 'https://a.test/hook') =>
  ({ request: { callback_url: url }, faults }) as unknown as StoredTask;

describe('planCallback', () => {
  it.each<[string, StoredTask['faults'], number, number | undefined]>([
    ['at once', [], 1, 1_000],
    ['late', [{ name: 'callback-late', value: '0.5' }], 1, 1_500],
    ['five seconds late, if no number says how late', [{ name: 'callback-late' }], 1, 6_000],
    ['sooner where time runs faster', [{ name: 'callback-late', value: '20' }], 10, 3_000],
    ['never', [{ name: 'callback-lost' }], 1, undefined],
  ] as never)('sends it %s', (_, faults, speed, dueMs) => {
    expect(planCallback(task(faults), 1_000, speed)).toBe(dueMs);
  });
});
