import { mapConcurrently } from '../concurrency/mapConcurrently';
import { mapInTurns } from '../concurrency/inTurns';
import { describeLook } from '../look/describeFailure';
import type { WaitPorts } from '../look/lookUntilDone';
import { outcomeOf } from '../look/observe';
import { mostAtOnce } from '../pace/Limit';
import { toEnding, type Ending, type TaskEnding } from '../results/toEnding';
import type { WaitItem } from '../results/WaitItem';

/**
 * Looks once at the task of each item. A task that failed, or is not finished, is an answer like any
 * other; only one that could not be read is a failure.
 */
export async function lookOnce(
  items: readonly WaitItem[],
  { ask, signal }: Pick<WaitPorts, 'ask' | 'signal'>,
): Promise<Ending[]> {
  const taskIds = [...new Set(items.flatMap(({ taskId }) => taskId ?? []))];
  const found = new Map<string, TaskEnding>();
  await mapConcurrently(taskIds, mostAtOnce, async (taskId) => {
    const answer = await ask(taskId, signal);
    found.set(
      taskId,
      answer.kind === 'task'
        ? { task: answer.task, own: { finished: outcomeOf(answer.task) !== undefined } }
        : { failure: describeLook(taskId, answer) },
    );
  });
  return await mapInTurns(items, (item) => toEnding(item, (taskId) => found.get(taskId)!));
}
