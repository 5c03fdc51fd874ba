import type { IExecuteFunctions } from 'n8n-workflow';
import { isToolCall } from '../n8n/toolCall';
import type { Ending } from '../results/toEnding';
import { countRows, tellCounts, type RowCounts } from './pay/countRows';
import type { Row } from './pay/Pass';

const waits = /\.waitForVideo(Tool)?$/;

/** What a run came to. */
export interface Run {
  rows: readonly Row[];
  /** What came of each row that was waited for; absent where nobody waits here. */
  endings?: readonly Ending[];
  /** Whether another workflow goes on with the videos. */
  isCalledBack?: boolean;
}

/** Tells in the editor what a run came to, and what running it again would cost. */
export function hintNext(context: IExecuteFunctions, run: Run): void {
  if (isToolCall(context)) return;
  const counts = countRows(run.rows, context.getExecutionId());
  const isLeftAlone = run.endings === undefined && !run.isCalledBack && !isWaitedForBehind(context);
  const message = [summarize(run, counts), tellNext(run, counts.ordered, isLeftAlone)]
    .filter(Boolean)
    .join(' ');
  if (message !== '')
    context.addExecutionHints?.({ type: 'info', location: 'outputPane', message });
}

/** The counts, where there is more to tell than that the one row was ordered. */
function summarize({ rows, endings }: Run, counts: RowCounts): string {
  const { ordered, before, notCharged, unknown } = counts;
  const finished = endings?.filter(({ failure }) => failure === undefined).length ?? 0;
  const isUnfinished = endings !== undefined && finished < rows.length;
  if (rows.length === 1 && notCharged + unknown === 0 && !isUnfinished) return '';
  const made = ordered + before;
  return [
    `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}: ${tellCounts(counts)}.`,
    isUnfinished && made > 0 && `${finished - counts.previewed} of ${made} videos came out.`,
    unknown > 0 && 'Check the service’s dashboard before you order the unknown ones again.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** What running the node again would do, and how to get the videos of this run for nothing. */
function tellNext({ rows, endings }: Run, ordered: number, isLeftAlone: boolean): string {
  if (ordered === 0) return '';
  const isOne = ordered === 1;
  if (isLeftAlone)
    return `${isOne ? 'Your video is' : `Your ${ordered} videos are`} being made now, which takes minutes. Add Wait for Video behind this node to get ${isOne ? 'it' : 'them'}, or choose the operation Create and Wait here. Running this node again orders, and charges, ${isOne ? 'another one' : 'them again'}.`;
  const accepted = rows.filter(({ result }) => result.kind === 'accepted');
  // A key that comes again orders nothing.
  const isKeyed = accepted.every(({ orderKey }) => orderKey !== undefined);
  if (endings === undefined || isKeyed) return '';
  return isOne
    ? 'Running this node again orders, and charges, another video. To get this one again for nothing, give its ID to Wait for Video.'
    : 'Running this node again orders, and charges, the videos again. To get these again for nothing, give their IDs to Wait for Video.';
}

/** In another n8n the question may not be possible, and then the hint does no harm. */
function isWaitedForBehind(context: IExecuteFunctions): boolean {
  const behind = context.getChildNodes?.(context.getNode().name) ?? [];
  return behind.some(({ type, disabled }) => !disabled && waits.test(type));
}
