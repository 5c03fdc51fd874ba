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

/**
 * Finds who is to wake an execution that is about to sleep: `requester` while this process lives, and
 * others of its account after a restart, according to its role among them.
 */
export async function assignWakers(
  context: ServiceContext & Lender & { getNode(): unknown },
  sleeper: Sleeper,
) {
  const credential = await readCredential(context);
  const service = await connectService(withoutSignal(context, credential));
  const requester: Requester = {
    account: await accountKey(credential.baseUrl, credential.apiKey),
    ask: (taskId, signal) => askTask(service, taskId, { signal }),
    callN8n: callerOf(context),
  };
  const { kind, others }: Role =
    instanceTypeOf(context) === 'main'
      ? rosterOf(requester.account).findRole(sleeper, requester.callN8n)
      : { kind: 'alone', others: [] };
  if (others.length === 0) return { requester, kind, list: undefined };
  const list = { process: processMark, sealed: await sealList(others, credential.apiKey) };
  return { requester, kind, list };
}
