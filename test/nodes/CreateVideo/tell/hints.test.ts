import { describe, expect, it } from 'vitest';
import { tellRun } from '../../../../nodes/CreateVideo/tell/hints.ts';
import type { OrderItem } from '../../../../nodes/CreateVideo/tell/rows.ts';
import { toEnding } from '../../../../nodes/results/toEnding.ts';

const made: OrderItem = { itemIndex: 0, hasKey: false, taskId: 'a', paid: 'yes' };
const failedWith = (reason: string, paid: 'yes' | 'no' | 'unknown'): OrderItem => ({
  ...{ itemIndex: 0, hasKey: false },
  failure: { reason, paid, message: '', description: '' },
});
const lost = failedWith('noAnswer', 'unknown');
const costs = 'Running this node again makes new videos, and you pay for them.';
const again = 'To get a finished video again for nothing, give its ID to Wait for Video.';
const ordered =
  'What you ordered is being made now, which takes minutes. Wait for Video gets it by its ID.';
const look = 'Check the service’s dashboard before you order what is unknown again.';

const tell = (items: OrderItem[], waits: boolean) =>
  tellRun(
    items,
    items.map((item) => toEnding(item, () => ({ task: undefined }))),
    waits,
  );

describe('tellRun', () => {
  it.each<[string, OrderItem[], boolean, string]>([
    ['what was ordered is being made', [made], false, `${ordered} ${costs}`],
    ['what another run costs, and what costs nothing', [made], true, `${costs} ${again}`],
    ['of no cost where all have keys', [{ ...made, hasKey: true }], true, ''],
    ['of no cost where nothing was ordered', [failedWith('refused', 'no')], false, ''],
    [
      'what each row came to',
      [made, lost, failedWith('refused', 'no'), made, failedWith('failed', 'unknown')],
      true,
      `5 rows: 2 finished, 1 unknown, 1 not charged, 1 failed. Check the service’s dashboard to see whether what failed was charged. ${look} ${costs} ${again}`,
    ],
    ['to look before an unknown one is ordered again', [lost], false, look],
  ])('tells %s', (_, items, waits, words) => {
    expect(tell(items, waits)).toBe(words);
  });
});
