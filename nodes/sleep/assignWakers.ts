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

/** Who wakes an execution: `requester` while this process lives, and its role after a restart. */
export interface Wakers {
  requester: Requester;
  kind: Role['kind'];
  list?: StoredSleep['list'];
}

/** Finds who is to wake an execution that is about to sleep. */
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
