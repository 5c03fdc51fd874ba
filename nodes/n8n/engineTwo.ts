import { UserError } from 'n8n-workflow';

/** Whether an execution is one of n8n's Engine 2.0: those have UUIDs, others numbers. */
export const isOfEngineTwo = (executionId: unknown): boolean => String(executionId).includes('-');

/**
 * Refuses to spend money on Engine 2.0, which keeps nothing of a step that is killed or fails but a
 * message: what was paid could not be found again.
 *
 * @throws UserError there
 */
export function refuseEngineTwo(context: { getExecutionId(): unknown }): void {
  if (!isOfEngineTwo(context.getExecutionId())) return;
  throw new UserError('Create Video doesn’t order videos on n8n’s Engine 2.0', {
    description:
      'If it stopped there, nobody could tell what you had paid for. Choose the default engine in this workflow’s settings, and run it again.',
  });
}
