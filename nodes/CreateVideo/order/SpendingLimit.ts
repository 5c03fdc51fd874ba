import type { NumberRule } from '../../parameters/readValue';

export const limitPeriods = ['execution', 'day', 'month'] as const;

/** How many videos a node may make. */
export interface SpendingLimit {
  videos: number;
  per: (typeof limitPeriods)[number];
}

/** n8n’s store has an entry for each video of a day or a month. */
export const limitRule: NumberRule = {
  label: 'Spending Limit, Videos',
  least: 0,
  most: 5_000,
  whole: true,
};
