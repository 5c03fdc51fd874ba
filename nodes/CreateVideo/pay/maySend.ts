import type { ServiceAnswer } from '../../service/ServiceAnswer';
import type { Pass } from './Pass';
import type { Outcome } from './readCreateAnswer';

/** What is known of a row, or of the pass it is in, when it could be sent. */
export interface Facts {
  /** The pass, where an earlier visit has ordered it; `lost` where n8n woke the node without it. */
  ordered?: Pick<Pass, 'state' | 'stop'> | 'lost' | undefined;
  /** Whether n8n may run this visit once more from an older state, which knows nothing of it. */
  mayBeRepeated?: boolean;
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
export function maySend(facts: Facts): Verdict {
  const { ordered, mayBeRepeated = false, earlier, answer, tries = 1 } = facts;
  if (ordered === 'lost') return no('n8n woke the node without what it had ordered');
  if (ordered?.state === 'waiting') return no('the pass is only waited for');
  if (ordered?.state === 'over') {
    if (ordered.stop === undefined) return no('all that the pass came to has left the node');
    if (mayBeRepeated) return no('what is sent now could be sent once more, unknown to the record');
  }
  if (answer !== undefined) {
    if (answer.kind === 'busy') return yes('the service says that it has not taken it');
    const isUnsent = answer.kind === 'unsent' && passingCodes.has(answer.code);
    if (!isUnsent) return no('it may have left, or it would be refused again');
    return tries < mostUnsentTries ? yes('no connection came about') : no('none comes about');
  }
  if (earlier === undefined) return yes('nothing was sent for it');
  if (earlier.kind === 'accepted') return no('the service has made it');
  if (earlier.kind === 'notCreated') return yes('the service certainly did not take it');
  if (earlier.failure.taskId !== undefined) return no('its ID is known, so it was made');
  return no('it may have been made');
}
