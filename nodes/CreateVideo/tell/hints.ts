import type { Ending } from '../../results/toEnding';
import { countRows, tellCounts, type OrderItem } from './rows';

/**
 * Tells in the editor what a run came to, and what running it again would cost.
 *
 * @param endings - of the same rows
 * @param waits - whether the videos were waited for
 */
export function tellRun(
  items: readonly OrderItem[],
  endings: readonly Ending[],
  waits: boolean,
): string {
  const counts = countRows(endings, waits ? 'finished' : 'ordered');
  const ordered = items.filter(({ paid }) => paid === 'yes');
  const costsAgain = ordered.some(({ hasKey }) => !hasKey);
  const parts = [
    items.length > 1 && `${items.length} rows: ${tellCounts(counts)}.`,
    counts.has('failed') && 'Check the service’s dashboard to see whether what failed was charged.',
    counts.has('unknown') &&
      'Check the service’s dashboard before you order what is unknown again.',
    !waits &&
      ordered.length > 0 &&
      'What you ordered is being made now, which takes minutes. Wait for Video gets it by its ID.',
    costsAgain && 'Running this node again makes new videos, and you pay for them.',
    costsAgain &&
      counts.has('finished') &&
      'To get a finished video again for nothing, give its ID to Wait for Video.',
  ];
  return parts.filter(Boolean).join(' ');
}
