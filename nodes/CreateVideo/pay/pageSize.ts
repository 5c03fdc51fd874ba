/** A page ends after so long a time: no more than this is unknown when n8n is killed. */
export const pageMs = 5_000;

/** Of the first page nobody knows how fast it goes, so few rows are at risk. */
export const firstPageSize = 10;

/** What a short page says of the pace may be chance. */
const mostGrowth = 4;

/** Room for a service that gets faster. */
const headroom = 1.25;

/**
 * How many rows the next page may have: about what goes in {@link pageMs}, for all of them are unknown
 * when n8n is killed meanwhile.
 *
 * @param settled - how many rows of the last page came to an end
 * @param tookMs - how long that took
 */
export function nextPageSize(settled: number, tookMs: number): number {
  const pace = Math.min((headroom * pageMs) / Math.max(tookMs, 1), mostGrowth);
  return Math.max(firstPageSize, Math.ceil(settled * pace));
}
