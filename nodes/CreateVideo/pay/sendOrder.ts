import type { Clock } from '../../concurrency/sleep';
import type { GenerationRequest } from '../../generated/types';
import type { Patience } from '../../pace/Gate';
import type { Service } from '../../service/connectService';
import type { ServiceAnswer } from '../../service/readAnswer';
import { maySend } from './maySend';

export const sendSettings = {
  /** As long as n8n's own requests: after that, nobody knows whether the service took it. */
  answerMs: 5 * 60_000,
  /** How long a row waits while the service says that it is too busy. */
  busyMs: 120_000,
  /** How many rows may stand in the account's queue at once. */
  rowsAtOnce: 200,
};

const firstPauseMs = 1_000;

/**
 * Sends a create request, and sends it again only if {@link maySend} says so.
 *
 * @param signal - takes it back as long as it hasn't left
 */
export async function sendOrder(
  { createVideo }: Pick<Service, 'createVideo'>,
  request: GenerationRequest,
  signal: AbortSignal,
  sleep: Clock['sleep'],
): Promise<ServiceAnswer> {
  // The gate notes here since when the request has been refused.
  const waiting: Patience = { budgetMs: sendSettings.busyMs };
  let refusal: ServiceAnswer | undefined;
  for (let unsent = 0; ;) {
    const timeoutMs = sendSettings.answerMs;
    const answer = await createVideo(request, { timeoutMs, signal, patience: waiting });
    const isBusy = answer.kind === 'busy';
    if (maySend({ answer, tries: unsent + 1 }) !== 'send')
      return isBusy ? (refusal ?? answer) : answer;
    // After a refusal, the gate makes the pause.
    if (isBusy) refusal = answer;
    else await sleep(firstPauseMs * 2 ** unsent++, signal).catch(() => undefined);
  }
}
