import { listRows } from '../text/listRows';
import type { Failure } from './Failure';

/** Longer lists are not read. */
const mostCauses = 10;

/** What failed, and the row that it is about. */
type Failed = { itemIndex: number; failure?: Failure | undefined };

/** What is known of each cause, behind the rows that failed of it, as whole sentences. */
export function tellCauses(failed: readonly Failed[], rows: number): string[] {
  const groups = new Map<string, Set<number>>();
  for (const { itemIndex, failure } of failed) {
    const { message, cause = message } = failure!;
    const told = cause === message ? message : `${message}: ${cause}`;
    groups.set(told, (groups.get(told) ?? new Set()).add(itemIndex));
  }
  const lines = [...groups].map(([told, itemIndexes]) => {
    const name = listRows([...itemIndexes]).replace(/^r/, 'R');
    return itemIndexes.size === rows ? told : `${name}: ${told}`;
  });
  return asFarAsRead(lines, mostCauses).map((line) => (line.endsWith('.') ? line : `${line}.`));
}

/** Shortens a list, and says where the rest is. */
export function asFarAsRead(told: string[], most: number): string[] {
  const left = told.length - most;
  return left <= 0 ? told : [...told.slice(0, most), `${left} more in the error’s details`];
}
