import type { Outcome } from './readOutcome';

interface Verdict {
  may: boolean;
  because: string;
}

/**
 * May a row be sent? Sending costs money, so each answer has its reason. The tries of one request are
 * decided apart, in `sendOnce`, and orders of other executions in `claimOrders`.
 *
 * @param earlier - what came of it when this node sent it before, in this pass over the input
 * @param resendUnknown - whether the person takes the risk of paying twice where nobody knows
 */
export function maySend(earlier: Outcome | undefined, resendUnknown: boolean): Verdict {
  if (earlier === undefined) return { may: true, because: 'it was never sent' };
  if (earlier.kind === 'accepted') return { may: false, because: 'the service has made it' };
  if (earlier.kind === 'notCreated')
    return { may: true, because: 'the service certainly did not take it' };
  if (earlier.failure.taskId !== undefined)
    return { may: false, because: 'its ID is known, so it was made' };
  if (resendUnknown) return { may: true, because: 'the person takes the risk' };
  return { may: false, because: 'it may have been made' };
}
