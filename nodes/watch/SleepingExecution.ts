import type { OwnAddresses } from '../n8n/ownAddresses';
import type { WaitSettings } from '../look/settings';
import type { WaitState } from '../look/WaitState';

/** A sleeping execution, as its watcher knows it. Plain data: nothing of the execution itself. */
export interface SleepingExecution extends OwnAddresses {
  executionId: string;
  state: WaitState;
  settings: Pick<WaitSettings, 'intervalMs'>;
  /** When n8n's timer has woken it for certain, if it still exists. */
  forgetAtMs: number;
}
