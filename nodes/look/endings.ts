import type { Outcome } from './WaitState';

/** How a wait can end without a video. */
export type Ending = Exclude<Outcome, 'completed'>;

/** What became of a task, in a few words for people. */
export const endings: Record<Ending, string> = {
  failed: 'failed',
  withoutResult: 'completed without a video',
  contradiction: 'unclear, the service contradicts itself',
  notFound: 'unknown to the service',
  refused: 'the service refused to tell its status',
  unauthorized: 'the service refused the API key',
  unreachable: 'n8n couldn’t reach the service',
  timedOut: 'still open',
};
