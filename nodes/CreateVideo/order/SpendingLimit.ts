export const limitPeriods = ['execution', 'day', 'month'] as const;

/** How many videos a node may make. */
export interface SpendingLimit {
  videos: number;
  per: (typeof limitPeriods)[number];
}
