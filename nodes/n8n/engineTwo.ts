import { FailureError, failureFor } from '../outcomes/Failure';

/** Whether an execution is one of n8n's Engine 2.0: those have UUIDs, others numbers. */
export const isOfEngineTwo = (executionId: unknown): boolean => String(executionId).includes('-');

/**
 * Refuses to order on Engine 2.0, which keeps nothing of a step that is killed or fails but a message:
 * what was paid could not be found again.
 *
 * @throws FailureError there
 */
export function refuseEngineTwo(context: { getExecutionId(): unknown }): void {
  if (isOfEngineTwo(context.getExecutionId())) throw new FailureError(failureFor('engineTwo'));
}
