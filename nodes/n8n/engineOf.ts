import type { IExecuteFunctions } from 'n8n-workflow';
import { runDataOf } from './howItRuns';

/**
 * n8n's engine numbers its executions; those of the next one, Engine 2.0, have UUIDs. Executions of
 * workflows that are not saved have no ID.
 */
const isOfEngine2 = (executionId: unknown): boolean =>
  typeof executionId === 'string' && executionId !== '' && !isNumber(executionId);
const isNumber = (executionId: string) => /^\d+$/.test(executionId);

/** Whether the execution has a number, which no other one has. */
export const hasNumber = (context: Pick<IExecuteFunctions, 'getExecutionId'>): boolean =>
  isNumber(context.getExecutionId() ?? '');

/**
 * Whether n8n's Engine 2.0 runs the node. It gives each step a context that is new: nothing that was
 * kept in one is found in the next. It can't put an execution to sleep, tries nothing again, and
 * stores of an error only its name, message and stack.
 */
export const isOnEngine2 = (context: Pick<IExecuteFunctions, 'getExecutionId'>): boolean =>
  isOfEngine2(context.getExecutionId());

/** Whether Engine 2.0 runs the workflow that called this one. It hears of no one that has slept. */
export const isCalledFromEngine2 = (context: object): boolean =>
  isOfEngine2(runDataOf(context)?.parentExecution?.executionId);
