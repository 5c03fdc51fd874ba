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
  /** The accounts that the credentials of items with a task name. */
  accounts: readonly Service[];
  /** The account that a task of the items belongs to. */
  accountOf(taskId: string): Service;
  /** An item whose credential is good, for what is asked in the name of all. */
  itemIndex: number;
}

/**
 * Ties the waiting loop to n8n: its clock, its sleep, its HTTP, its Stop button and its editor. Each
 * task is asked for with the credential as it reads for its item.
 *
 * @param taskIds - the task of each input item, where it names one
 * @throws when the credential of an item with a task is missing, or cannot be used
 */
export async function connectWorld(
  context: IExecuteFunctions,
  taskIds: ReadonlyArray<string | undefined>,
): Promise<ConnectedWorld> {
  const services = new Map<string, Service>();
  for (const [itemIndex, { service, error }] of (await connectServices(context)).entries()) {
    const taskId = taskIds[itemIndex];
    if (taskId === undefined) continue;
    if (service === undefined)
      throw toNodeError(context.getNode(), toFailure(error, 'unknown'), itemIndex);
    if (!services.has(taskId)) services.set(taskId, service);
  }
  return {
    accounts: [...new Set(services.values())],
    accountOf: (taskId) => services.get(taskId)!,
    itemIndex: Math.max(
      0,
      taskIds.findIndex((taskId) => taskId !== undefined),
    ),
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
