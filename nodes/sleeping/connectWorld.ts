import type { IExecuteFunctions } from 'n8n-workflow';
import { toFailure } from '../errors/failEveryItem';
import { toNodeError } from '../errors/raise';
import { sleep } from '../concurrency/sleep';
import type { Service } from '../service/connectService';
import { connectServices } from '../service/connectServices';
import { steadyClock } from '../waiting/clock';
import type { WaitWorld } from '../waiting/pollUntilDone';
import { askTask } from './askTask';
import { showProgress } from './showProgress';

/** The world of one execution. */
export interface ConnectedWorld extends WaitWorld {
  /** The accounts that the items' credentials name. */
  accounts: readonly Service[];
}

/**
 * Ties the waiting loop to n8n: its clock, its sleep, its HTTP, its Stop button and its editor. Each
 * task is asked for with the credential as it reads for its item.
 *
 * @param taskIds - the task of each input item, where it names one
 * @throws when the credential is missing or its base URL is not an address
 */
export async function connectWorld(
  context: IExecuteFunctions,
  taskIds: ReadonlyArray<string | undefined>,
): Promise<ConnectedWorld> {
  const services = new Map<string | undefined, Service>();
  for (const [itemIndex, { service, error }] of (await connectServices(context)).entries()) {
    if (service === undefined) throw toNodeError(context.getNode(), toFailure(error, 'unknown'), 0);
    const taskId = taskIds[itemIndex];
    if (!services.has(taskId)) services.set(taskId, service);
  }
  return {
    accounts: [...new Set(services.values())],
    nowMs: steadyClock(Date.now, () => performance.now()),
    sleep,
    random: () => Math.random(),
    signal: context.getExecutionCancelSignal() ?? new AbortController().signal,
    async ask(taskId, timeoutMs, signal, urgency = 'routine') {
      // n8n itself hands the signal of the Stop button to every request.
      const options = { timeoutMs, signal, urgency };
      const answer = await askTask(services.get(taskId)!, taskId, options);
      signal.throwIfAborted();
      return answer;
    },
    onAnswer: showProgress(context),
  };
}
