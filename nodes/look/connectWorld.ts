import { sleep } from '../concurrency/sleep';
import { connectService, type ServiceContext } from '../service/connectService';
import type { WaitWorld } from './lookUntilDone';
import { askTask } from './readTaskAnswer';

/** The world of one execution, which knows tasks by their IDs. */
export interface ConnectedWorld extends WaitWorld {
  /** Where the service is; empty where no item has a task. */
  baseUrl: string;
}

/**
 * Ties the waiting loop to n8n: its clock, its sleep, its HTTP, its Stop button and its editor.
 *
 * @param taskIds - of the input items that name one
 * @throws when there are tasks, and the credential is missing or cannot be used
 */
export async function connectWorld(
  context: ServiceContext,
  taskIds: readonly string[],
): Promise<ConnectedWorld> {
  const service = taskIds.length === 0 ? undefined : await connectService(context);
  return {
    baseUrl: service?.baseUrl ?? '',
    nowMs: () => Date.now(),
    sleep,
    random: Math.random,
    signal: context.getExecutionCancelSignal?.() ?? new AbortController().signal,
    async ask(taskId, timeoutMs, signal) {
      // n8n itself hands the signal of the Stop button to every request.
      const answer = await askTask(service!, taskId, { timeoutMs, signal });
      signal.throwIfAborted();
      return answer;
    },
  };
}
