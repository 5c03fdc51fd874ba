import type { Form } from '../../parameters/openForm';
import { readChoice, readNumber } from '../../parameters/readValue';

const periods = ['execution', 'day', 'month'] as const;
// n8n’s store has an entry for each video of a day or a month.
const rule = { least: 0, most: 5_000, whole: true };

/** How many videos the node may order. */
export interface SpendingLimit {
  videos: number;
  per: (typeof periods)[number];
}

/** Reads the limit of the whole run: which of several counts would be a guess about money. */
export async function readSpendingLimit({ field }: Form): Promise<SpendingLimit | undefined> {
  const videos = await field<number | undefined>(
    'options.spendingLimit.limit.videos',
    'Spending Limit, Videos',
    undefined,
    (value, label) => readNumber(value, { ...rule, label }),
  );
  const per = await field(
    'options.spendingLimit.limit.per',
    'Spending Limit, Per',
    'execution',
    (value, label) => readChoice(value, label, periods),
  );
  return videos === undefined ? undefined : { videos, per };
}
