import type { breather } from '../concurrency/inTurns';
import type { WaitSettings } from '../look/settings';
import type { WaitState } from '../look/WaitState';
import type { SleepChoices } from './choices';

export interface Wait {
  taskIds: string[];
  settings: WaitSettings;
  choices: SleepChoices;
  /** Plain JSON that later visits are to find again (see `readBefore`). */
  read?: unknown;
  /** Lets others have their turn when the visit has taken long. */
  breathe: ReturnType<typeof breather>;
  /** Adds the tasks that are not watched yet, each with its time limit. */
  watch(state: WaitState, taskIds: string[], nowMs: number): Promise<WaitState>;
}
