import type { breather } from '../concurrency/inTurns';
import type { WaitSettings } from '../look/settings';
import type { WaitState } from '../look/WaitState';

export interface Wait {
  taskIds: string[];
  settings: WaitSettings;
  /** The user wants the execution to keep running instead of going to sleep. */
  stayAwake: boolean;
  /** Plain JSON that later visits are to find again (see `readBefore`). */
  read?: unknown;
  /** Lets others have their turn when the visit has taken long. */
  breathe: ReturnType<typeof breather>;
  /** Adds the tasks that are not watched yet, each with its time limit. */
  watch(state: WaitState, taskIds: string[], nowMs: number): Promise<WaitState>;
}
