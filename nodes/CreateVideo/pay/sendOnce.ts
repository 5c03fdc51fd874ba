import type { Patience } from '../../pace/Gate';
import type { ServiceAnswer } from '../../service/ServiceAnswer';
import { maySend } from './maySend';

const firstPauseMs = 1_000;

/**
 * Gets one create request accepted at most once: sends it again only where {@link maySend} says so.
 *
 * @param post - sends the request once, when its turn has come
 * @param busyBudgetMs - time that may be spent waiting for a busy service, over all tries
 * @param sleep - rejects when the execution is stopped; then `post` sends nothing more
 */
export async function sendOnce(
  post: (patience: Patience) => Promise<ServiceAnswer>,
  busyBudgetMs: number,
  sleep: (ms: number) => Promise<void>,
): Promise<ServiceAnswer> {
  const patience: Patience = { budgetMs: busyBudgetMs };
  let refusal: ServiceAnswer | undefined;
  for (let unsent = 0; ;) {
    const answer = await post(patience);
    if (answer.kind === 'busy') {
      if (answer.isHeldBack) return refusal ?? answer;
      refusal = answer;
    } else {
      if (!maySend({ answer, tries: ++unsent })) return answer;
      await sleep(firstPauseMs * 2 ** (unsent - 1)).catch(() => undefined);
    }
  }
}
