import type { IExecuteFunctions } from 'n8n-workflow';
import { readResumeUrl } from '../callbacks/resumeUrl';
import { readCredential } from '../service/readCredential';
import { accountKey } from '../pace/accountKey';
import type { SleepingExecution } from './SleepingExecution';
import { canReach } from './reach';
import { lendRequester } from './requester';
import { watchOver } from './watchers';

export interface AssignedWatcher {
  /** Goes on asking for the tasks of the execution after it was put to sleep. */
  watchOver(execution: Omit<SleepingExecution, 'resumeUrl'>): void;
}

/**
 * Finds who can watch over this execution; undefined when nobody could ring it.
 *
 * @param itemIndex - the item whose credential counts for all
 */
export async function assignWatcher(
  context: IExecuteFunctions,
  nowMs: number,
  itemIndex: number,
): Promise<AssignedWatcher | undefined> {
  // Evaluated while the execution runs: it carries the token without which n8n refuses a call.
  const resumeUrl = readResumeUrl(context);
  const credential = await readCredential(context, itemIndex);
  const account = await accountKey(credential.baseUrl, credential.apiKey);
  const requester = await lendRequester(context, credential);
  if (!(await canReach(requester, resumeUrl, nowMs))) return undefined;
  return { watchOver: (execution) => watchOver(account, { ...execution, resumeUrl }, requester) };
}
