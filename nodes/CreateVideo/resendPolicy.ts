import type { ServiceAnswer } from '../service/ServiceAnswer';

/** Faults of the connection that may pass in seconds and of which it is certain that nothing left. */
const passingCodes = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const maxUnsentTries = 3;
const maxBusyDelayMs = 60_000;

/**
 * Says whether a create request may be sent once more. Creating costs money, so only two answers
 * allow it: 429, and a connection that never came about.
 *
 * @param answer - what the last try came to
 * @param tries - how many requests were tried so far, at least 1
 * @param leftMs - what is left of the time that may be spent on waiting, in ms
 * @returns how long to wait before the next try in ms, or undefined to give up
 */
export function delayBeforeResendMs(
  answer: ServiceAnswer,
  tries: number,
  leftMs: number,
): number | undefined {
  const growingMs = 1000 * 2 ** Math.min(tries - 1, 5);
  let delayMs: number | undefined;
  if (answer.kind === 'busy') delayMs = answer.retryAfterMs ?? growingMs;
  if (answer.kind === 'unsent' && passingCodes.has(answer.code) && tries < maxUnsentTries)
    delayMs = growingMs;
  if (delayMs === undefined || delayMs > maxBusyDelayMs || delayMs > leftMs) return undefined;
  return delayMs;
}
