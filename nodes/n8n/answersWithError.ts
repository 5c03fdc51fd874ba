import type { IExecuteFunctions } from 'n8n-workflow';
import { runsInAgent } from './toolCall';

/** The tries of a call share their arguments' object and nothing else. */
const failedTries = new WeakMap<object, number>();

/**
 * Whether a failed tool call is to answer with its error, as n8n does by itself where it runs the
 * tools of newer agents. Thrown, it would end an older agent's run before the model reads it. To be
 * asked once for each failed try: n8n makes a further one only of what is thrown.
 */
export function answersWithError(context: IExecuteFunctions): boolean {
  const { onError, retryOnFail, maxTries = 3 } = context.getNode();
  if (!runsInAgent(context) || onError === 'stopWorkflow') return false;
  const call = context.getInputData()[0]?.json;
  if (retryOnFail !== true || call === undefined) return true;
  const tries = (failedTries.get(call) ?? 0) + 1;
  failedTries.set(call, tries);
  // As n8n itself bounds them.
  return tries >= Math.min(5, Math.max(2, maxTries));
}
