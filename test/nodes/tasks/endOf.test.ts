import { describe, expect, it } from 'vitest';
import { endOf } from '../../../nodes/tasks/endOf.ts';

describe('endOf', () => {
  it.each<[string | undefined, string[]]>([
    [
      'completed',
      ['completed', 'complete', 'succeeded', 'success', 'done', 'finished', 'COMPLETED'],
    ],
    [
      'failed',
      [
        ...['failed', 'failure', 'error', 'errored', 'canceled', 'cancelled', 'aborted'],
        ...['terminated', 'expired', 'timeout', 'rejected', 'denied'],
        ...['Timed out', 'TIMED_OUT', 'timed-out', 'timed _-out'],
      ],
    ],
    [
      undefined,
      [
        ...['', 'pending', 'completing', 'incomplete', 'undone', 'completedly', 'not failed'],
        ...['cancelling', 'errors', 'stopped'],
      ],
    ],
  ])('is %s', (end, statuses) => {
    for (const status of statuses) expect(endOf(status), status).toBe(end);
  });
});
