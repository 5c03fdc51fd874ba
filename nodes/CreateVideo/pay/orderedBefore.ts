import type { Failure } from '../../errors/Failure';
import type { Outcome } from './readCreateAnswer';
import type { Result } from './Result';

const freeing =
  'If there is no such video in the service’s dashboard, order it under another key, such as the same with “-2” behind it.';

/** Why a row has no video although its order was placed before: only n8n's executions know its task. */
const taskForgotten = (orderKey: string): Failure => ({
  reason: 'orderedBefore',
  message: `The Order Key "${orderKey}" is taken, and the ID of its task isn’t known here any more`,
  description: `Nothing was charged now. An earlier execution has ordered it, or n8n ended while it did. Look for that execution under Executions: it has the ID, which Wait for Video takes. ${freeing}`,
  advice: 'Look for the execution that ordered it under Executions: it has the ID.',
  paid: 'no',
});

/** Why a row did not get what it asked for; undefined where nothing is wrong. */
export function failureOf(result: Result): Failure | undefined {
  if ('failure' in result) return result.failure;
  const isForgotten = result.kind === 'orderedBefore' && result.taskId === undefined;
  return isForgotten ? taskForgotten(result.orderKey) : undefined;
}

/** The outcome with what it means for the key of the order. */
export function withKey(outcome: Outcome, orderKey: string | undefined): Outcome {
  if (orderKey === undefined || outcome.kind !== 'unknown') return outcome;
  const { failure } = outcome;
  const kept = `The Order Key "${orderKey}" stays taken, so that nobody orders it again by accident.`;
  const told = failure.taskId === undefined ? `${kept} ${freeing}` : kept;
  const said = failure.description.replace(/[^.!?]$/, '$&.');
  return { ...outcome, failure: { ...failure, description: `${said} ${told}` } };
}
