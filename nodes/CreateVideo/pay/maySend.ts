import type { ServiceAnswer } from '../../service/readAnswer';
import { outcomeFor, mayBeCharged, type Charged, type RowResult } from '../order/orderOutcome';
import type { Against } from '../claim/Orders';

/** What is known of a row when it could be sent. */
export interface Facts {
  /** What the record of the pass says of the row, and whether another execution wrote that. */
  record?: RowResult | undefined;
  isOfOtherExecution?: boolean;
  /** It has an Order Key, of which n8n's store is asked before it is sent. */
  hasKey?: boolean;
  /** What came of an agent's earlier call, which this one may repeat. */
  call?: Charged | undefined;
  /** What stands against a row of a page, with its key or by what this process remembers. */
  claim?: Against | undefined;
  /** What the request has just been answered, and how many of its tries ended so. */
  answer?: ServiceAnswer;
  tries?: number;
}

/** To be sent, not now or not any more; otherwise what the row comes to instead. */
export type Verdict = 'send' | 'later' | 'no' | RowResult;

/** Faults of the connection that may pass in seconds and of which it is certain that nothing left. */
const transientCodes = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const mostUnsentTries = 3;

/** May a row be sent? Sending costs money, so each answer has its reason. */
export function maySend(facts: Facts): Verdict {
  const { record, call, claim, answer, tries = 1 } = facts;
  // It was made, or it may have been.
  if (mayBeCharged(record)) return record;
  // Its page was being sent when n8n ended. With a key, the store tells later whether it had begun.
  if (record?.kind === 'sending' && facts.isOfOtherExecution && !facts.hasKey)
    return outcomeFor('lostPage');
  // An agent, or a try of it, asks once more for what it has asked for.
  if (call !== undefined) return call;
  // Another row or execution is sending that key: what comes of it is known in a moment.
  if (claim === 'underWay') return 'later';
  // The key was claimed, and nobody has written that the order was made.
  if (claim === 'claimed') return outcomeFor('keyUnknown');
  // The order was made, or a limit has no room for it.
  if (claim !== undefined) return claim;
  // Nothing was sent for it, or the service certainly did not take it.
  if (answer === undefined) return 'send';
  // The service says that it has not taken it; where it is held back, there has been no room for too long.
  if (answer.kind === 'busy') return answer.isHeldBack ? 'no' : 'send';
  // Another fault may have let it leave, or would come again.
  if (answer.kind !== 'unsent' || !transientCodes.has(answer.code)) return 'no';
  // No connection came about, and one may in a second.
  return tries < mostUnsentTries ? 'send' : 'no';
}
