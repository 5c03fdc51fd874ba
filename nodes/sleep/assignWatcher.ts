import type { IExecuteFunctions } from 'n8n-workflow';
import { lendRequester, type Caller } from '../call/caller';
import { readOwnAddresses, type OwnAddresses } from '../n8n/ownAddresses';
import { accountKey } from '../pace/gates';
import { readCredential } from '../service/credential';
import { reach, watchers } from './here';
import type { SleepingExecution } from '../watch/Watcher';

export interface AssignedWatcher {
  addresses: OwnAddresses;
  caller: Caller;
  /** Goes on asking for the tasks of the execution after it was put to sleep. */
  watchOver(execution: Omit<SleepingExecution, keyof OwnAddresses>): void;
}

/**
 * Finds who can watch over this execution.
 *
 * @returns why nobody could call it, in words that go after "because", where that is so
 */
export async function assignWatcher(
  context: IExecuteFunctions,
  nowMs: number,
): Promise<AssignedWatcher | string> {
  // Evaluated while the execution runs: it carries the token without which n8n refuses a call.
  const addresses = readOwnAddresses(context);
  const credential = await readCredential(context);
  const account = await accountKey(credential.baseUrl, credential.apiKey);
  const requester = await lendRequester(context, credential);
  const problem = await reach.findProblem(requester, addresses, nowMs);
  if (problem !== undefined) return problem;
  return {
    addresses,
    caller: requester,
    watchOver: (execution) => watchers.watch(account, { ...execution, ...addresses }, requester),
  };
}
