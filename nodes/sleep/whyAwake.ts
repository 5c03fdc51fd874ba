import type { IExecuteFunctions } from 'n8n-workflow';
import { isOfEngineTwo, handsResultToCaller, isAnswerAwaited, isToolCall } from '../n8n/howItRuns';
import { runDataOf } from '../n8n/execution';
import { canBePutToSleep } from './putToSleep';

/** Modes of n8n in which nobody would wake the execution, or go on with it. */
const modesNobodyWakes: Record<string, string> = {
  cli: 'n8n’s command line ends with the run',
  evaluation: 'n8n’s evaluations don’t wait for a sleeping execution',
  internal: 'n8n doesn’t store this kind of execution',
};

/** Why an execution cannot sleep, in words that go after "because"; undefined when it can. */
export function whyAwake(context: IExecuteFunctions): string | undefined {
  const mode = context.getMode();
  const executionId = context.getExecutionId();
  if (isToolCall(context)) return 'an AI agent waits for the answer of its tool';
  if (isOfEngineTwo(executionId)) return 'n8n’s Engine 2.0 can’t let an execution sleep';
  if (modesNobodyWakes[mode] !== undefined) return modesNobodyWakes[mode];
  if (executionId === undefined || !context.getWorkflow().id)
    return 'n8n only stores executions of saved workflows';
  if (mode === 'integrated' && !callerTakesResult(context))
    return 'the workflow that called this one might go on without the result';
  if (isAnswerAwaited(context)) return 'whoever started the workflow waits for its answer';
  if (!canBePutToSleep(context)) return 'this version of n8n works differently inside';
  return undefined;
}

/**
 * Whether it is certain that the caller of a sub-workflow gets the right result from a sleeping
 * one, or wants none. A call for each item hands over one item, and its caller goes on when the
 * first is done; so several items prove that there is one call only.
 */
function callerTakesResult(context: IExecuteFunctions): boolean {
  const runData = runDataOf(context);
  const { shouldResume } = (runData?.parentExecution ?? {}) as { shouldResume?: unknown };
  if (shouldResume === false) return true;
  if (!handsResultToCaller(context)) return false;
  const runs = Object.values(runData?.resultData?.runData ?? {});
  const start = runs.find(([first]) => first?.source.length === 0)?.[0];
  return shouldResume === true && (start?.data?.main?.[0]?.length ?? 0) > 1;
}
