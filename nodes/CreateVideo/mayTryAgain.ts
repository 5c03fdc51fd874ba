import type { IExecuteFunctions } from 'n8n-workflow';
import { isOnEngine2 } from '../n8n/engineOf';
import { Ledger } from './ledger';

/** What n8n makes of the setting "Max. Tries". */
const defaultTries = 3;
const mostTries = 5;

/**
 * Notes down a try that fails, and says whether n8n runs the node again at once, because of Retry On
 * Fail, which Engine 2.0 doesn't know. Elsewhere a wrong guess costs nothing: what was created is
 * kept in any case.
 */
export function mayTryAgain(context: IExecuteFunctions): boolean {
  const { retryOnFail, maxTries = defaultTries } = context.getNode();
  const failed = new Ledger(context).noteFailedTry();
  return retryOnFail === true && !isOnEngine2(context) && failed < Math.min(mostTries, maxTries);
}
