import { callerOf, type Lender } from '../call/caller';
import { askTask } from '../look/readTaskAnswer';
import { accountKey } from '../pace/gates';
import type { Role } from '../restart/Sleepers';
import { connectService, withoutSignal, type ServiceContext } from '../service/connectService';
import { readCredential } from '../service/credential';
import type { Requester } from '../watch/Watcher';
import type { Execution } from './Execution';
import { reach, sleepers } from './processState';

/** Who wakes an execution that is about to sleep. */
export interface Wakers {
  /** Asks for its tasks, and calls it when they have ended. */
  requester: Requester;
  /** Whether another one wakes it after a restart, or it wakes others. */
  role: Role;
}

/**
 * Finds who wakes an execution that is about to sleep.
 *
 * @returns why nobody could, in words that go after "because", where that is so
 */
export async function assignWakers(
  context: ServiceContext & Lender & { getNode(): unknown },
  { sleeper, process }: Pick<Execution, 'sleeper' | 'process'>,
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
  if (process !== 'main') return { requester, role: { kind: 'alone' } };
  return { requester, role: await sleepers.findRole(sleeper, requester.callN8n) };
}
