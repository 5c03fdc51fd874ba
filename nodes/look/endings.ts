import type { Outcome } from './WaitState';

/** How a wait can end without a video. */
export type Ending = Exclude<Outcome, 'completed'>;

/** What became of a task, in a few words for people. */
export const endings: Record<Ending, string> = {
  failed: 'failed',
  timedOut: 'still open',
  notFound: 'unknown to the service',
  unanswered: 'the service couldn’t be asked',
};
