import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from '../concurrency/sleep';
import { connectService } from '../service/connectService';
import { steadyClock } from '../waiting/clock';
import type { WaitWorld } from '../waiting/pollUntilDone';
import { askTask } from './askTask';
import { showProgress } from './showProgress';

/**
 * Ties the waiting loop to n8n: its clock, its sleep, its HTTP, its Stop button and its editor.
 *
 * @throws when the credential is missing or its base URL is not an address
 */
export async function connectWorld(context: IExecuteFunctions): Promise<WaitWorld> {
  const service = await connectService(context);
  return {
    nowMs: steadyClock(Date.now, () => performance.now()),
    sleep,
    random: () => Math.random(),
    signal: context.getExecutionCancelSignal() ?? new AbortController().signal,
    async ask(taskId, timeoutMs, signal) {
      // n8n itself hands the signal of the Stop button to every request.
      const answer = await askTask(service, taskId, timeoutMs);
      signal.throwIfAborted();
      return answer;
    },
    onAnswer: showProgress(context),
  };
}
