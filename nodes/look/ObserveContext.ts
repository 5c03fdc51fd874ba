import type { Random } from './howOften';
import type { WaitSettings } from './settings';

/** What an answer is read with. */
export interface ObserveContext {
  nowMs: number;
  settings: WaitSettings;
  random: Random;
  /** Whether the progress of the wait's other tasks goes on as it began. */
  othersKeepPace?: boolean;
}
