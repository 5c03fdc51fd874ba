import type { ServiceAnswer } from '../../service/ServiceAnswer';
import { mayBeCharged, type Pass, type RowResult } from './Pass';

/** What is known of a row, or of the pass it is in, when it could be sent. */
export interface Facts {
  pass?: Pick<Pass, 'isOrdered'>;
  /** What came of the row before, in this pass. */
  earlier?: RowResult | undefined;
  /** What the request has just been answered, and how many of its tries ended so. */
  answer?: ServiceAnswer;
  tries?: number;
}

/** Faults of the connection that may pass in seconds and of which it is certain that nothing left. */
const transientCodes = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const mostUnsentTries = 3;

/**
 * May a row be sent? Sending costs money, so each answer has its reason. Orders with a key are asked
 * for in n8n's store besides, in `Orders`: those of other executions are known nowhere else.
 */
export function maySend({ pass, earlier, answer, tries = 1 }: Facts): boolean {
  // n8n could be killed while it is awake for that, and would send it a second time.
  if (pass?.isOrdered) return false;
  // It was made, or it may have been.
  if (mayBeCharged(earlier)) return false;
  // Nothing was sent for it, or the service certainly did not take it.
  if (answer === undefined) return true;
  // The service says that it has not taken it.
  if (answer.kind === 'busy') return true;
  // Another fault may have let it leave, or would come again.
  if (answer.kind !== 'unsent' || !transientCodes.has(answer.code)) return false;
  // No connection came about, and one may in a second.
  return tries < mostUnsentTries;
}
