import type { IExecuteFunctions } from 'n8n-workflow';
import type { OwnAddresses } from '../n8n/ownAddresses';
import type { WaitSettings } from '../waiting/settings';
import type { WaitState } from '../waiting/watch';
import { graceAfterTimerMs } from './timer';
import type { Wait } from './waitAsleep';
import { keepTasks } from './wakeUp';

/** A sleeping execution, as its watcher knows it. Plain data: nothing of the execution itself. */
export interface SleepingExecution extends OwnAddresses {
  executionId: string;
  state: WaitState;
  settings: WaitSettings;
  /** Wake it as soon as one task has ended, not only when all have. */
  eager: boolean;
  /** When n8n's timer has woken it for certain, if it still exists. */
  forgetAtMs: number;
}

/** @param untilMs - when n8n's timer wakes the execution */
export function toSleepingExecution(
  context: IExecuteFunctions,
  state: WaitState,
  { settings, choices }: Pick<Wait, 'settings' | 'choices'>,
  untilMs: number,
): Omit<SleepingExecution, keyof OwnAddresses> {
  return {
    executionId: context.getExecutionId(),
    state: keepTasks(state, (taskId) => state.tasks[taskId]?.outcome === undefined),
    settings,
    eager: choices.release === 'asTheyCome',
    forgetAtMs: untilMs + graceAfterTimerMs,
  };
}
