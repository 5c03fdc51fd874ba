import type { IExecuteFunctions } from 'n8n-workflow';
import { isOnEngine2 } from './engineOf';

/** Contexts of early versions of n8n do not have it. */
type MayTellOfEntry = Partial<Pick<IExecuteFunctions, 'getExecuteData'>>;

/**
 * Names the pass over its input that the node is in. Each round of a loop is another, because
 * another run of the node before it brings the input; all visits of one pass have the same name,
 * however often n8n runs the node again for a retry or after a sleep. The run index would not do:
 * it grows with every visit that gives out items. On Engine 2.0, which visits once and names no run
 * of the node before, it is the round.
 */
export function readPass(context: IExecuteFunctions): string {
  const { getExecuteData }: MayTellOfEntry = context;
  if (getExecuteData === undefined || isOnEngine2(context))
    return `run ${String(context.evaluateExpression('{{ $runIndex }}', 0))}`;
  const from = getExecuteData.call(context).source?.main?.[0];
  if (!from) return 'start';
  const { previousNode, previousNodeOutput = 0, previousNodeRun = 0 } = from;
  return `run ${previousNodeRun} of output ${previousNodeOutput} of ${previousNode}`;
}
