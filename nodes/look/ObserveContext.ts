import type { Random } from './howOften';
import type { WaitSettings } from './settings';

/** What an answer is read with. */
export interface ObserveContext {
  nowMs: number;
  settings: WaitSettings;
  random: Random;
}
