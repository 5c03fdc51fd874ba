import { callerOf, type Lender, type Sleeper } from '../call/Waker';
import { askTask } from '../look/askTask';
import { instanceTypeOf } from '../n8n/execution';
import { accountKey } from '../pace/gates';
import type { Role } from '../restart/Roster';
import { sealList } from '../restart/sealedList';
import { connectService, withoutSignal, type ServiceContext } from '../service/connectService';
import { readCredential } from '../service/credential';
import type { Requester } from '../watch/Watcher';
import { processMark, rosterOf } from './processState';
import type { StoredSleep } from './stored';

/** Who wakes an execution that is about to sleep. */
export interface Wakers {
  /** Asks for its tasks, and calls it when they have ended. */
  requester: Requester;
  /** Whether another one wakes it after a restart, or it wakes others. */
  kind: Role['kind'];
  /** Who the others are, if any, as it is to be stored. */
  list?: StoredSleep['list'];
}

/** Finds who wakes an execution that is about to sleep. */
export async function assignWakers(
  context: ServiceContext & Lender & { getNode(): unknown },
  sleeper: Sleeper,
): Promise<Wakers> {
  const credential = await readCredential(context);
  const service = await connectService(withoutSignal(context, credential));
  const requester: Requester = {
    account: await accountKey(credential.baseUrl, credential.apiKey),
    ask: (taskId, signal) => askTask(service, taskId, { signal }),
    callN8n: callerOf(context),
  };
  if (instanceTypeOf(context) !== 'main') return { requester, kind: 'alone' };
  const { kind, others } = rosterOf(requester.account).findRole(sleeper, requester.callN8n);
  if (others.length === 0) return { requester, kind };
  const list = { process: processMark, sealed: await sealList(others, credential.apiKey) };
  return { requester, kind, list };
}
