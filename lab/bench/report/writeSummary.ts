import { valuesOf, type Result } from '../results/result.ts';
import { median } from '../statistics/summarize.ts';
import type { Asked, Row } from './row.ts';

/** The table of the users' page: what they ask, ours beside the loop by hand, as medians. */
export function writeSummary(rows: readonly Row[], results: ReadonlyMap<string, Result>): string {
  const lines = rows.flatMap((row) => {
    const result = results.get(row.measure);
    return result ? (row.asked ?? []).map((asked) => line(asked, row, result)) : [];
  });
  return ['| | VideoGen | by hand |', '| --- | ---: | ---: |'].concat(lines).join('\n');
}

function line({ question, value, own, byHand }: Asked, row: Row, result: Result): string {
  const cells = [own, byHand].map((contender) => {
    const figure = row.figures.find((one) => one.contender === contender && one.value === value);
    if (!figure) throw new Error(`${row.name} has no figure ${value} of ${contender}`);
    const values = valuesOf(result, contender, value);
    if (values.length === 0) return 'none';
    return `${median(values).toFixed(figure.digits)} ${figure.unit}`.trim();
  });
  return `| ${[question, ...cells].join(' | ')} |`;
}
