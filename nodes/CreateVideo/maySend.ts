import type { Outcome } from './readOutcome';

/** What is known of an order that may be sent. */
export interface Standing {
  /** What came of it when this node sent it before, in this pass over the input. */
  earlier: Outcome | undefined;
  /** Whether what is asked for now is what was asked for then. */
  isSameOrder: boolean;
  /** Whether its key was ordered before, by any execution. */
  isKeyTaken: boolean;
  /** Whether the person takes the risk of paying twice where nobody knows. */
  resendUnknown: boolean;
}

type Verdict = { may: boolean; because: string };
const yes = (because: string): Verdict => ({ may: true, because });
const no = (because: string): Verdict => ({ may: false, because });

/**
 * May this be sent? The one place that decides it. Sending costs money, so each branch has its reason.
 */
export function maySend({ earlier, isSameOrder, isKeyTaken, resendUnknown }: Standing): Verdict {
  if (earlier === undefined)
    return isKeyTaken ? no('its key was ordered before') : yes('it was never sent');
  if (!isSameOrder)
    return isKeyTaken
      ? no('another order has its key')
      : yes('a person has changed what it asks for');
  if (earlier.kind === 'accepted') return no('the service has made it');
  if (earlier.kind === 'notCreated') return yes('the service certainly did not take it');
  if (earlier.failure.taskId !== undefined) return no('its ID is known, so it was made');
  return resendUnknown ? yes('the person takes the risk') : no('it may have been made');
}
