import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isOnEngine2 } from '../n8n/engineOf';
import type { Failure, Paid } from './Failure';
import { toErrorItem } from './raise';
import { sayInMessage } from './sayInMessage';
import { showErrorBranch } from './showErrorBranch';

/** The failure in an error that n8n or a check threw. */
export function toFailure(error: unknown, paid: Paid): Failure {
  const { message, description } = Object(error) as {
    message?: unknown;
    description?: string | null;
  };
  return {
    message: typeof message === 'string' && message ? message : String(error),
    description: [paid === 'no' && 'Nothing was charged.', description].filter(Boolean).join(' '),
    reason: 'invalidInput',
    paid,
  };
}

/**
 * Runs a node's work and, where the node is to go on, makes an error item of every input item when
 * the work throws. n8n itself would pass the input rows on as if they were results.
 *
 * @param paid - whether a throw of the work can mean that something was paid for
 * @throws what the work threw, when the node is to stop on errors
 */
export async function failEveryItem(
  context: IExecuteFunctions,
  paid: Paid,
  work: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
  if (!context.continueOnFail()) {
    if (!isOnEngine2(context)) return await work();
    return await work().catch((error: unknown) => {
      throw sayInMessage(error);
    });
  }
  const goOn = async () => {
    try {
      return await work();
    } catch (error) {
      const failure = toFailure(error, paid);
      return [context.getInputData().map((_, itemIndex) => toErrorItem(failure, itemIndex))];
    }
  };
  return showErrorBranch(context, await goOn());
}
