import type { GenerationRequest } from '../../generated/types';
import type { Patience } from '../../pace/Gate';
import type { Service } from '../../service/connectService';
import type { ServiceAnswer } from '../../service/readAnswer';
import { maySend } from './maySend';

/** How create requests are sent. */
export const sendSettings = {
  /**
   * After this time nobody knows whether the service took a request, so it is as long as n8n's own
   * requests may take.
   */
  answerMs: 5 * 60_000,
  /** How long a row waits while the service says that it is too busy. */
  busyMs: 120_000,
  /** Rows in the queue of the account at once: the others need not wait there yet. */
  rowsAtOnce: 200,
};

const firstPauseMs = 1_000;

/**
 * Gets one create request accepted at most once: sends it again only where {@link maySend} says so.
 *
 * @param signal - takes it back as long as it has not left
 * @param sleep - rejects when the signal aborts
 */
export async function sendOrder(
  { createVideo }: Pick<Service, 'createVideo'>,
  request: GenerationRequest,
  signal: AbortSignal,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<ServiceAnswer> {
  // The gate notes in it since when the request has been refused.
  const waiting: Patience = { budgetMs: sendSettings.busyMs };
  let refusal: ServiceAnswer | undefined;
  for (let unsent = 0; ;) {
    const timeoutMs = sendSettings.answerMs;
    const answer = await createVideo(request, { timeoutMs, signal, patience: waiting });
    const isBusy = answer.kind === 'busy';
    if (maySend({ answer, tries: unsent + 1 }) !== 'send')
      return isBusy ? (refusal ?? answer) : answer;
    // The gate pauses for what was refused.
    if (isBusy) refusal = answer;
    else await sleep(firstPauseMs * 2 ** unsent++, signal).catch(() => undefined);
  }
}
