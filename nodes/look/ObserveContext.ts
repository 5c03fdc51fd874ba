import type { Random } from './howOften';
import type { WaitSettings } from './settings';

/** What an answer is read with. */
export interface ObserveContext {
  nowMs: number;
  settings: WaitSettings;
  random: Random;
  /** Whether the service's calls arrive, so that a task it will call about need not be asked often. */
  callsArrive?: boolean;
  /** Whether the progress of the wait's other tasks goes on as it began. */
  othersKeepPace?: boolean;
}
