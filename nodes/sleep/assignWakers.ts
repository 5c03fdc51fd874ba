import { callerOf, type Lender } from '../call/caller';
import type { Sleeper } from '../call/Waker';
import { askTask } from '../look/readTaskAnswer';
import { instanceTypeOf } from '../n8n/execution';
import { accountKey } from '../pace/gates';
import type { Role } from '../restart/Roster';
import { sealList } from '../restart/sealedList';
import { connectService, withoutSignal, type ServiceContext } from '../service/connectService';
import { readCredential } from '../service/credential';
import type { Requester } from '../watch/Watcher';
import { reach, rosterOf } from './processState';

/** Who wakes an execution that is about to sleep. */
export interface Wakers {
  /** Asks for its tasks, and calls it when they have ended. */
  requester: Requester;
  /** Whether another one wakes it after a restart, or it wakes others. */
  kind: Role['kind'];
  /** Who the others are, if any, as it is to be stored. */
  sealed?: string;
}

/**
 * Finds who wakes an execution that is about to sleep.
 *
 * @returns why nobody could, in words that go after "because", where that is so
 */
export async function assignWakers(
  context: ServiceContext & Lender & { getNode(): unknown },
  sleeper: Sleeper,
  nowMs: number,
): Promise<Wakers | string> {
  const credential = await readCredential(context);
  const service = await connectService(withoutSignal(context, credential));
  const requester: Requester = {
    account: await accountKey(credential.baseUrl, credential.apiKey),
    ask: (taskId, signal) => askTask(service, taskId, { signal }),
    callN8n: callerOf(context),
  };
  const problem = await reach.findProblem(requester.callN8n, sleeper, nowMs);
  if (problem !== undefined) return problem;
  if (instanceTypeOf(context) !== 'main') return { requester, kind: 'alone' };
  const role = rosterOf(requester.account).findRole(sleeper.executionId);
  if (role.kind !== 'root' || role.others.length === 0) return { requester, kind: role.kind };
  return { requester, kind: 'root', sealed: await sealList(role.others, credential.apiKey) };
}
