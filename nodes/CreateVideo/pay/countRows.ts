import { failureOf } from './orderedBefore';
import type { Row } from './Pass';

/** How many rows of a run came to what. */
export interface RowCounts {
  /** Ordered by this execution. */
  ordered: number;
  /** Ordered by an earlier one, and not charged again. */
  before: number;
  /** Certainly not ordered. */
  notCharged: number;
  /** Nobody knows whether they were ordered. */
  unknown: number;
  /** Only shown, as the row asked for. */
  previewed: number;
}

export function countRows(rows: readonly Row[], executionId: string): RowCounts {
  const counts = { ordered: 0, before: 0, notCharged: 0, unknown: 0, previewed: 0 };
  for (const row of rows) counts[kindOf(row, executionId)] += 1;
  return counts;
}

function kindOf({ result, ...row }: Row, executionId: string): keyof RowCounts {
  const paid = result.kind === 'accepted' ? 'yes' : failureOf(result)?.paid;
  if (result.kind === 'orderedBefore') return 'before';
  if (result.kind === 'preview') return 'previewed';
  if (paid === 'yes') return row.executionId === executionId ? 'ordered' : 'before';
  return paid === 'unknown' ? 'unknown' : 'notCharged';
}

/** The counts in words, such as "6 ordered, 2 ordered before, 1 not charged, 1 unknown". */
export function tellCounts(counts: Partial<RowCounts>): string {
  const words: Record<keyof RowCounts, string> = {
    ordered: 'ordered',
    before: 'ordered before',
    notCharged: 'not charged',
    unknown: 'unknown',
    previewed: 'only shown',
  };
  return (Object.keys(words) as Array<keyof RowCounts>)
    .flatMap((kind) => (counts[kind] ? `${counts[kind]} ${words[kind]}` : []))
    .join(', ');
}
