export interface Summary {
  median: number;
  least: number;
  most: number;
  count: number;
}

/** @throws RangeError for an empty list, which has no median */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The value below which the given share of the values lies, between neighbours by their distance.
 *
 * @param share - from 0 to 1
 * @throws RangeError for an empty list
 */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('Expected at least one value, got none');
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place % 1);
}

export function summarize(values: readonly number[]): Summary {
  return {
    median: median(values),
    least: Math.min(...values),
    most: Math.max(...values),
    count: values.length,
  };
}

/**
 * Ratios of values that were taken in the same run, so that what slows a run down cancels out.
 *
 * @param values - by run
 * @param base - by run; runs that only one side has are left out
 */
export function pairedRatios(
  values: ReadonlyMap<number, number>,
  base: ReadonlyMap<number, number>,
): number[] {
  return [...values].flatMap(([run, value]) => {
    const other = base.get(run);
    return other === undefined ? [] : [value / other];
  });
}
