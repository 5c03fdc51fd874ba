import { requestField } from '../generated/contract';
import type { Ending } from '../results/toEnding';
import { countEndings } from './countEndings';
import type { Door } from './openDoor';
import { tellCounts } from './pay/tellRows';

const waits = /\.waitForVideo(Tool)?$/;

/**
 * Tells in the editor what a run came to, and what running it again would cost.
 *
 * @param endings - what came of each row that was waited for; absent where nobody waits here
 */
export function hintNext(door: Door, endings?: readonly Ending[]): void {
  const { executionId } = door;
  const { rows } = door.ledger;
  const ordered = rows.filter(
    ({ result, ...row }) => result.kind === 'accepted' && row.executionId === executionId,
  );
  // A key that comes again orders nothing.
  const costsAgain = ordered.some(({ orderKey }) => orderKey === undefined);
  const counts = endings && countEndings(endings);
  const isUnknown = counts?.has('unknown') ?? rows.some(({ result }) => result.kind === 'unknown');
  const isCalled = rows.some(({ request }) => request.includes(`"${requestField.callbackUrl}":`));
  const isLeftAlone =
    endings === undefined &&
    ordered.length > 0 &&
    !isCalled &&
    !door.nodesBehind().some((type) => waits.test(type));
  const parts = [
    rows.length > 1 && `${rows.length} rows: ${tell(counts) ?? tellCounts(rows, executionId)}.`,
    counts?.has('failed') &&
      'Check the service’s dashboard to see whether what failed was charged.',
    isUnknown && 'Check the service’s dashboard before you order what is unknown again.',
    isLeftAlone &&
      'What you ordered is being made now, which takes minutes. Add Wait for Video behind this node to get it, or choose the operation Create and Wait here.',
    costsAgain &&
      (isLeftAlone || endings) &&
      'Running this node again orders, and charges, the same again.',
    costsAgain &&
      counts?.has('finished') &&
      'To get a finished video again for nothing, give its ID to Wait for Video.',
  ];
  door.hint(parts.filter(Boolean).join(' '));
}

const tell = (counts: ReadonlyMap<string, number> | undefined) =>
  counts && [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
