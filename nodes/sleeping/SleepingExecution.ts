import type { WaitSettings } from '../waiting/settings';
import type { WaitState } from '../waiting/watch';

/** A sleeping execution, as its watcher knows it. Plain data: nothing of the execution itself. */
export interface SleepingExecution {
  executionId: string;
  resumeUrl: string;
  state: WaitState;
  settings: WaitSettings;
  /** Wake it as soon as one task has ended, not only when all have. */
  eager: boolean;
  /** When n8n's timer has woken it for certain, if it still exists. */
  forgetAtMs: number;
}
