import { describe, expect, it } from 'vitest';
import type { RowResult } from '../../../nodes/CreateVideo/order/orderOutcome.ts';
import { outcomesOf, toWaitItems } from '../../../nodes/CreateVideo/run.ts';
import { failureFor } from '../../../nodes/outcomes/Failure.ts';

const unknown = failureFor('noAnswer');
const item = { itemIndex: 0, orderKey: 'k', label: 'L' };
const made: RowResult = { kind: 'accepted', task: { id: 7, cost: 3 } };
const task = { taskId: '7', created: { id: 7, status: 'pending', cost: 3 }, createdAtMs: 5 };
const request = { prompt: 'A' };

const read = async (result: RowResult, more: object = {}) =>
  await toWaitItems([{ executionId: '1', atMs: 5, orderKey: 'k', label: 'L', result, ...more }]);

describe('what a row of the record is to the wait', () => {
  it.each<[string, RowResult, object, object]>([
    ['made now: paid', made, {}, { ...task, paid: 'yes' }],
    [
      'made by an earlier call: nothing paid',
      made,
      { isRepeated: true },
      { ...task, paid: 'no', isFromBefore: true },
    ],
    [
      'ordered before, its ID known',
      { kind: 'orderedBefore', taskId: 'old', isChanged: true },
      {},
      { taskId: 'old', isChanged: true, isFromBefore: true, paid: 'no' },
    ],
    [
      'ordered before, its ID forgotten',
      { kind: 'orderedBefore', isChanged: false },
      {},
      { isChanged: false, isFromBefore: true, paid: 'no' },
    ],
    [
      'only shown',
      { kind: 'preview', request },
      {},
      {
        paid: 'no',
        shown: {
          preview: true,
          paid: 'no',
          method: 'POST',
          path: '/v1/videos/generations',
          request,
        },
      },
    ],
    ['not sent', { kind: 'planned', body: '' }, {}, { failure: failureFor('notSent') }],
    ['taken back', { kind: 'sending', body: '' }, {}, { failure: failureFor('notSent') }],
    ['unknown', { kind: 'unknown', failure: unknown }, {}, { failure: unknown }],
  ])('%s', async (_, result, more, want) => {
    expect(await read(result, more)).toStrictEqual([{ ...item, ...want }]);
  });

  it('comes out with what the service said when it made the task, where nobody waits', async () => {
    const [outcome] = outcomesOf(await read(made));
    expect(outcome).toMatchObject({ paid: 'yes', json: { id: '7', status: 'pending', cost: 3 } });
  });
});
