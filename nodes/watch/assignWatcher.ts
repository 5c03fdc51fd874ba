import type { IExecuteFunctions } from 'n8n-workflow';
import { readOwnAddresses, type OwnAddresses } from '../n8n/ownAddresses';
import { readCredential } from '../service/readCredential';
import { accountKey } from '../pace/accountKey';
import type { SleepingExecution } from './SleepingExecution';
import { canReach } from '../call/canReach';
import { lendRequester, type Caller } from '../call/requester';
import { watchOver } from './watchers';

export interface AssignedWatcher {
  addresses: OwnAddresses;
  caller: Caller;
  /** Goes on asking for the tasks of the execution after it was put to sleep. */
  watchOver(execution: Omit<SleepingExecution, keyof OwnAddresses>): void;
}

/** Finds who can watch over this execution; undefined when nobody could ring it. */
export async function assignWatcher(
  context: IExecuteFunctions,
  nowMs: number,
): Promise<AssignedWatcher | undefined> {
  // Evaluated while the execution runs: it carries the token without which n8n refuses a call.
  const addresses = readOwnAddresses(context);
  const credential = await readCredential(context);
  const account = await accountKey(credential.baseUrl, credential.apiKey);
  const requester = await lendRequester(context, credential);
  if (!(await canReach(requester, addresses, nowMs))) return undefined;
  return {
    addresses,
    caller: requester,
    watchOver: (execution) => watchOver(account, { ...execution, ...addresses }, requester),
  };
}
