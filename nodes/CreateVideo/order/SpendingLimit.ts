import { readChoice, readNumber } from '../../parameters/readValue';

const limitPeriods = ['execution', 'day', 'month'] as const;

/** How many videos a node may make. */
export interface SpendingLimit {
  videos: number;
  per: (typeof limitPeriods)[number];
}

/**
 * Reads the limit of the whole run. An expression could give each row one of its own; which of them
 * counts would be a guess about money, so that is refused.
 *
 * @param options - of each item that could be read
 * @param report - takes down one sentence about what is wrong
 * @returns undefined where the option was not added, or has nothing in it
 */
export function readSpendingLimit(
  options: ReadonlyArray<Record<string, unknown>>,
  report: (problem: string) => void,
): SpendingLimit | undefined {
  const [first, ...others] = options.map(
    ({ spendingLimit }) => (Object(spendingLimit) as { limit?: Record<string, unknown> }).limit,
  );
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    report('Spending Limit must be the same for all rows, but it is not.');
  if (first === undefined) return undefined;
  // n8n’s store has an entry for each video of a day or a month.
  const rule = { label: 'Spending Limit, Videos', least: 0, most: 5_000, whole: true };
  const videos = readNumber(first.videos, rule);
  const per = readChoice(first.per, 'Spending Limit, Per', limitPeriods);
  for (const { problem } of [videos, per]) if (problem !== undefined) report(problem);
  if (videos.value === undefined || per.value === undefined) return undefined;
  return { videos: videos.value, per: per.value };
}
