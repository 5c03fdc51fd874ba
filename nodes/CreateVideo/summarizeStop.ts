import type { Failure } from '../errors/Failure';
import { taskField } from '../generated/contract';
import type { Result } from './createVideos';

const maxNamed = 50;

/**
 * Finds the failure that stops the batch, and adds what became of the other items: their tasks are
 * paid for, so their ids must not be lost with the node's output.
 *
 * @param results - one per input item
 * @returns undefined when nothing failed
 */
export function summarizeStop(
  results: readonly Result[],
): { failure: Failure; itemIndex: number } | undefined {
  const itemIndex = results.findIndex(({ kind }) => kind === 'notCreated' || kind === 'unknown');
  const failed = results[itemIndex];
  if (!failed || !('failure' in failed)) return undefined;

  const accepted = results.flatMap((result, index) =>
    result.kind === 'accepted' ? [`item ${index}: ${String(result.task[taskField.id])}`] : [],
  );
  const others = accepted.slice(0, maxNamed).join(', ');
  const more = accepted.length > maxNamed ? ` and ${accepted.length - maxNamed} more` : '';
  const note =
    accepted.length > 0
      ? ` Tasks already created in this run: ${others}${more}. "Retry On Fail" keeps them and does not pay for them again.`
      : '';
  return {
    itemIndex,
    failure: { ...failed.failure, description: failed.failure.description + note },
  };
}
