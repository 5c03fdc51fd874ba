import { describe, expect, it } from 'vitest';
import { estimateSeconds } from '../../../../lab/bench/plan/estimate.ts';
import { rows } from '../../../../lab/bench/report/rows/index.ts';
import { measures } from '../../../../lab/bench/measures/index.ts';

const unique = (values: string[]) => [...new Set(values)];

describe('the whole bench', () => {
  it('takes little more than an hour, by its estimates', () => {
    const seconds = measures.reduce((sum, measure) => sum + estimateSeconds(measure), 0);
    expect(seconds).toBeLessThanOrEqual(67 * 60);
  });

  it('shows each measure in a row, and has no row without a measure', () => {
    const measured = unique(rows.map(({ measure }) => measure)).sort();
    expect(measured).toEqual(measures.map(({ name }) => name).sort());
  });

  it('names measures and rows once', () => {
    for (const names of [measures.map(({ name }) => name), rows.map(({ name }) => name)])
      expect(unique(names)).toEqual(names);
  });

  it('draws in each row at least one of its figures', () => {
    for (const { name, figures, plot } of rows)
      expect(
        figures.map(({ value }) => value),
        name,
      ).toContain(plot.value);
  });
});
