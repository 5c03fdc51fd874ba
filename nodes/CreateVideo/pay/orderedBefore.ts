import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../../errors/Failure';
import { taskField } from '../../generated/contract';
import type { Outcome } from './readCreateAnswer';

const freeing =
  'If the service’s dashboard shows no such video, order it under another key, such as the same with “-2” behind it.';

/** What comes out for an order that was placed before under the same key. */
export function orderedBeforeJson(orderKey: string, taskId: string | undefined): IDataObject {
  return {
    ...(taskId !== undefined && { [taskField.id]: taskId }),
    paid: taskId === undefined ? 'unknown' : 'yes',
    orderedBefore: true,
    orderKey,
    ...(taskId === undefined && {
      note: `This order was placed before, so it wasn’t placed again, and nothing more was charged. The ID of its task isn’t known here. ${freeing}`,
    }),
  };
}

/** Why an order was not placed: one with the same key was under way, and came to nothing. */
export const notTakenBefore = (orderKey: string): Failure => ({
  reason: 'notTaken',
  message: `The order with the key "${orderKey}" that was under way wasn’t taken`,
  description: 'Nothing was charged. Run this row again to place it.',
  advice: 'Run these rows again to place them.',
  paid: 'no',
});

/** The outcome with what it means for the key of the order. */
export function withKey(outcome: Outcome, orderKey: string | undefined): Outcome {
  if (orderKey === undefined || outcome.kind !== 'unknown') return outcome;
  const { failure } = outcome;
  const kept = `The Order Key "${orderKey}" stays taken, so that nobody orders it again by accident.`;
  const told = failure.taskId === undefined ? `${kept} ${freeing}` : kept;
  return { ...outcome, failure: { ...failure, description: `${failure.description} ${told}` } };
}
