import type { Patience } from '../../pace/Gate';
import type { ServiceAnswer } from '../../service/ServiceAnswer';
import { notSentCode } from '../../service/sendPaced';
import { maySend } from './maySend';

const firstPauseMs = 1_000;

export interface SendOptions {
  /** Time that may be spent waiting for a busy service, over all tries, in ms. */
  busyBudgetMs: number;
  /** Rejects when the execution is stopped. */
  sleep: (ms: number) => Promise<void>;
}

/**
 * Gets one create request accepted at most once: repeats it only where the service certainly did
 * not take it, which is after 429 (when the gate lets it go again), and after the faults that
 * {@link maySend} names.
 *
 * @param post - sends the request once, when its turn has come
 * @returns the answer that ended it
 */
export async function sendOnce(
  post: (patience: Patience) => Promise<ServiceAnswer>,
  { busyBudgetMs, sleep }: SendOptions,
): Promise<ServiceAnswer> {
  const patience: Patience = { budgetMs: busyBudgetMs };
  let refusal: ServiceAnswer | undefined;
  for (let unsent = 0; ;) {
    const answer = await post(patience);
    if (answer.kind === 'busy') {
      if (answer.isHeldBack) return refusal ?? answer;
      refusal = answer;
      continue;
    }
    if (!maySend({ answer, tries: ++unsent }).may) return answer;
    try {
      await sleep(firstPauseMs * 2 ** (unsent - 1));
    } catch {
      return { kind: 'unsent', code: notSentCode, detail: 'the execution was stopped' };
    }
  }
}
