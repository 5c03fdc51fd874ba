import type { ServiceAnswer } from '../../service/ServiceAnswer';
import type { Outcome, Pass } from './Pass';

/** What is known of a row, or of the pass it is in, when it could be sent. */
export interface Facts {
  /** Where the pass stands. */
  state?: Pass['state'];
  /** What came of the row before, in this pass. */
  earlier?: Outcome | undefined;
  /** What the request has just been answered, and how many of its tries ended so. */
  answer?: ServiceAnswer;
  tries?: number;
}

interface Verdict {
  may: boolean;
  because: string;
}
const yes = (because: string): Verdict => ({ may: true, because });
const no = (because: string): Verdict => ({ may: false, because });

/** Faults of the connection that may pass in seconds and of which it is certain that nothing left. */
const passingCodes = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const mostUnsentTries = 3;

/**
 * May a row be sent? Sending costs money, so each answer has its reason. Orders with a key are asked
 * for in n8n's store besides, in `OrderKeys`: those of other executions are known nowhere else.
 */
export function maySend({ state, earlier, answer, tries = 1 }: Facts): Verdict {
  if (state === 'waiting') return no('what was ordered is waited for');
  if (state === 'over') return no('all that was ordered has left the node');
  if (earlier?.kind === 'accepted') return no('the service has made it');
  if (earlier?.kind === 'unknown') return no('it may have been made');
  if (earlier?.kind === 'notCreated') return yes('the service certainly did not take it');
  if (answer === undefined) return yes('nothing was sent for it');
  if (answer.kind === 'busy') return yes('the service says that it has not taken it');
  const isUnsent = answer.kind === 'unsent' && passingCodes.has(answer.code);
  if (!isUnsent) return no('it may have left, or it would be refused again');
  return tries < mostUnsentTries ? yes('no connection came about') : no('none comes about');
}
