import type { ServiceAnswer } from '../../service/readAnswer';
import { outcomeFor, mayBeCharged, type Charged, type RowState } from '../order/orderOutcome';
import type { Against } from '../claim/Orders';

/** What is known about a row that could be sent. */
export interface Facts {
  /** What the ledger says, and whether another execution wrote that. */
  record?: RowState | undefined;
  isOfOtherExecution?: boolean;
  /** It has an Order Key: n8n's store is asked before it is sent. */
  hasKey?: boolean;
  /** What an agent's earlier call got for the same request. */
  call?: Charged | undefined;
  /** What kept the row from being claimed. */
  claim?: Against | undefined;
  /** What the service has just answered, and how many tries ended so. */
  answer?: ServiceAnswer;
  tries?: number;
}

/** Send it, not now, or not any more; or what the row comes to instead. */
export type Verdict = 'send' | 'later' | 'no' | RowState;

/** Faults after which certainly nothing left, and which may pass in seconds. */
const transientCodes = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const mostUnsentTries = 3;

/** Whether a row may be sent, which costs money: each branch has its reason. */
export function maySend(facts: Facts): Verdict {
  const { record, call, claim, answer, tries = 1 } = facts;
  // The service took it, or may have.
  if (mayBeCharged(record)) return record;
  // n8n ended while its page was being sent. With a key, the store will say whether it had left.
  if (record?.kind === 'sending' && facts.isOfOtherExecution && !facts.hasKey)
    return outcomeFor('lostPage');
  // The agent repeats itself.
  if (call !== undefined) return call;
  // Another row or execution is just sending the same key.
  if (claim === 'underWay') return 'later';
  // The key was claimed, and nobody noted that the order was made.
  if (claim === 'claimed') return outcomeFor('keyUnknown');
  // The order was made before, or a limit has no room for it.
  if (claim !== undefined) return claim;
  // Nothing was sent for it, or the service certainly didn't take it.
  if (answer === undefined) return 'send';
  // The service didn't take it; if it's held back, the service has been too busy for too long.
  if (answer.kind === 'busy') return answer.isHeldBack ? 'no' : 'send';
  // After any other fault, it may have left, or the fault would come again.
  if (answer.kind !== 'unsent' || !transientCodes.has(answer.code)) return 'no';
  // There was no connection, and there may be one in a second.
  return tries < mostUnsentTries ? 'send' : 'no';
}
