import { callerOf, type Lender } from '../call/caller';
import { askTask } from '../look/readTaskAnswer';
import { readOwnAddresses, type OwnAddresses } from '../n8n/ownAddresses';
import { accountKey } from '../pace/gates';
import { connectService, type ServiceContext } from '../service/connectService';
import { readCredential, type Credential } from '../service/credential';
import type { Requester, SleepingExecution } from '../watch/Watcher';
import { reach, watcher } from './processState';

/** What an execution lends that is about to sleep. */
type WatchContext = ServiceContext &
  Lender &
  Parameters<typeof readOwnAddresses>[0] & { getNode(): unknown };

/**
 * Finds who can watch over this execution, and goes on asking for its tasks after it was put to sleep.
 *
 * @returns why nobody could call it, in words that go after "because", where that is so
 */
export async function assignWatcher(context: WatchContext, nowMs: number) {
  // Evaluated while the execution runs: it carries the token without which n8n refuses a call.
  const addresses = readOwnAddresses(context);
  const credential = await readCredential(context);
  const account = await accountKey(credential.baseUrl, credential.apiKey);
  const requester = await requesterOf(context, credential);
  const problem = await reach.findProblem(requester, addresses, nowMs);
  if (problem !== undefined) return problem;
  const watchOver = (execution: Omit<SleepingExecution, keyof OwnAddresses>) =>
    watcher.watch(account, { ...execution, ...addresses }, requester);
  return { addresses, caller: requester, watchOver };
}

/**
 * Makes a requester of what a running execution has. It keeps the execution's data in memory, so that
 * of the newest execution alone is kept.
 *
 * @param credential - as it was read for the account that the requester asks for
 */
export async function requesterOf(
  context: Pick<WatchContext, 'helpers' | 'getNode'>,
  credential: Credential,
): Promise<Requester> {
  const node = context.getNode();
  // Without the execution's signal: n8n would abort every request of an execution that has ended.
  const lender = {
    helpers: context.helpers,
    getNode: () => node,
    getCredentials: async <T extends object>() => ({ ...credential }) as unknown as T,
  };
  const service = await connectService(lender);
  return {
    ask: (taskId, signal) => askTask(service, taskId, { signal }),
    ...callerOf(context),
  };
}
