import type { Form } from '../../parameters/openForm';
import { choiceOf, numberFrom } from '../../parameters/readValue';

const periods = ['execution', 'day', 'month'] as const;
// n8n’s store has an entry for each video of a day or a month.
const mostVideos = 5_000;

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
    numberFrom(0, mostVideos, 'whole number'),
  );
  const per = await field(
    'options.spendingLimit.limit.per',
    'Spending Limit, Per',
    'execution',
    choiceOf(periods),
  );
  return videos === undefined ? undefined : { videos, per };
}
