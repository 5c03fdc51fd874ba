import { mapConcurrently } from '../concurrency/mapConcurrently';
import { mapInTurns } from '../concurrency/inTurns';
import type { Failure } from '../errors/Failure';
import { onlyAsked } from '../look/describeFailure';
import { faultRules } from '../look/faults';
import type { WaitWorld } from '../look/lookUntilDone';
import { outcomeOf } from '../look/observe';
import { lookTimeoutMs } from '../look/settings';
import type { TaskAnswer } from '../look/TaskAnswer';
import { mostAtOnce } from '../pace/Limit';
import { toEnding, type Ending, type TaskEnding } from '../results/toEnding';
import type { WaitItem } from '../results/WaitItem';

/**
 * Looks once at the task of each item. A task that failed, or is not finished, is an answer like any
 * other; only one that could not be read is a failure.
 */
export async function lookOnce(
  items: readonly WaitItem[],
  world: Pick<WaitWorld, 'ask' | 'signal'>,
): Promise<Ending[]> {
  const taskIds = [...new Set(items.flatMap(({ taskId }) => taskId ?? []))];
  const answers = new Map<string, TaskAnswer>();
  await mapConcurrently(taskIds, mostAtOnce, async (taskId) => {
    answers.set(taskId, await world.ask(taskId, lookTimeoutMs, world.signal));
  });
  const endingOf = (taskId: string) => readLook(taskId, answers.get(taskId)!);
  return await mapInTurns(items, (item) => toEnding(item, endingOf));
}

/** What a look at a task brought, or why it could not be read. */
function readLook(taskId: string, answer: TaskAnswer): TaskEnding {
  if (answer.kind === 'task')
    return { task: answer.task, own: { finished: outcomeOf(answer.task) !== undefined } };
  const { outcome, message, advice } = faultRules[answer.kind];
  return {
    failure: {
      message: message(taskId, answer.reason),
      description: `${onlyAsked} ${advice}`,
      reason: outcome,
      // A look that brought no task can't tell.
      paid: 'unknown',
      taskId,
    },
  };
}

/** What a node that stops on errors says of the first row that could not be read. */
export function describeStop(
  endings: readonly Ending[],
): { failure: Failure; itemIndex: number } | undefined {
  const failed = endings.filter(({ failure }) => failure !== undefined);
  const [first] = failed;
  if (first?.failure === undefined) return undefined;
  const { failure, itemIndex } = first;
  if (endings.length === 1) return { failure, itemIndex };
  const told = `${failed.length} of ${endings.length} rows have no status. To get the others, choose an On Error setting that continues.`;
  const message = failure.message.startsWith('Row ')
    ? failure.message
    : `Row ${itemIndex + 1}: ${failure.message}`;
  const description = `${failure.description} ${told}`;
  return { failure: { ...failure, message, description }, itemIndex };
}
