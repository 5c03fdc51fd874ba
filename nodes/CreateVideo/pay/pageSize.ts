/** A page ends after so long a time: no more than this is unknown when n8n is killed. */
export const pageMs = 5_000;

/** Of the first page nobody knows how fast it goes, so few rows are at risk. */
export const firstPageSize = 10;

/** A page that was over early was too small; one growth of four makes 1,000 rows five pages. */
const growth = 4;

/** Room for a service that gets faster. */
const headroom = 1.25;

/**
 * How many rows the next page may have: about what goes in {@link pageMs}.
 *
 * @param settled - how many rows of the last page came to an end
 * @param isEarly - whether that were all of it, before its time was over
 */
export const nextPageSize = (settled: number, isEarly: boolean): number =>
  Math.max(firstPageSize, Math.ceil(settled * (isEarly ? growth : headroom)));
