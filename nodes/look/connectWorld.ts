import type { IExecuteFunctions } from 'n8n-workflow';
import { toFailure } from '../errors/failEveryItem';
import { toNodeError } from '../errors/raise';
import { sleep } from '../concurrency/sleep';
import type { Service } from '../service/connectService';
import { connectServices } from '../service/connectServices';
import { steadyClock } from './clock';
import type { WaitWorld } from './lookUntilDone';
import { askTask } from './askTask';
import { showProgress } from './showProgress';

/**
 * The world of one execution. It knows tasks by keys: the id, or where another account has a task of
 * the same id, one that no task has.
 */
export interface ConnectedWorld extends WaitWorld {
  /** The accounts that the credentials of items with a task name. */
  accounts: readonly Service[];
  /** The key of the task of an item that names one. */
  keyOf(itemIndex: number): string | undefined;
  /** The account that a task of the items belongs to. */
  accountOf(key: string): Service;
  taskIdOf(key: string): string;
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
  const tasks = new Map<string, { taskId: string; service: Service }>();
  const keys: Array<string | undefined> = [];
  const accounts: Service[] = [];
  for (const [itemIndex, { service, error }] of (await connectServices(context)).entries()) {
    const taskId = taskIds[itemIndex];
    keys.push(undefined);
    if (taskId === undefined) continue;
    if (service === undefined)
      throw toNodeError(context.getNode(), toFailure(error, 'unknown'), itemIndex);
    if (!accounts.includes(service)) accounts.push(service);
    const isOthers = (tasks.get(taskId)?.service ?? service) !== service;
    // No id holds a line end, and the first account's tasks go by their ids alone.
    const key = isOthers ? `${taskId}\n${accounts.indexOf(service)}` : taskId;
    keys[itemIndex] = key;
    if (!tasks.has(key)) tasks.set(key, { taskId, service });
  }
  return {
    accounts,
    keyOf: (itemIndex) => keys[itemIndex],
    accountOf: (key) => tasks.get(key)!.service,
    taskIdOf: (key) => tasks.get(key)!.taskId,
    itemIndex: Math.max(
      0,
      taskIds.findIndex((taskId) => taskId !== undefined),
    ),
    nowMs: steadyClock(Date.now, () => performance.now()),
    sleep,
    random: () => Math.random(),
    signal: context.getExecutionCancelSignal() ?? new AbortController().signal,
    async ask(key, timeoutMs, signal, urgency = 'routine') {
      // n8n itself hands the signal of the Stop button to every request.
      const options = { timeoutMs, signal, urgency };
      const { service, taskId } = tasks.get(key)!;
      const answer = await askTask(service, taskId, options);
      signal.throwIfAborted();
      return answer;
    },
    onAnswer: showProgress(context, (key) => tasks.get(key)?.taskId ?? key),
  };
}
