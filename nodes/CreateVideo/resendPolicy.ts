import type { ServiceAnswer } from '../service/ServiceAnswer';

/** Faults of the connection that may pass in seconds and of which it is certain that nothing left. */
const passingCodes = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const maxUnsentTries = 3;

/**
 * Says whether a create request may be sent once more. Creating costs money, so only two answers
 * allow it: 429, and a connection that never came about.
 *
 * @param answer - what the last try came to
 * @param tries - how many requests were tried so far, at least 1
 * @returns how long to wait before the next try in ms, or undefined when there must be none
 */
export function delayBeforeResendMs(answer: ServiceAnswer, tries: number): number | undefined {
  const growingMs = 1000 * 2 ** Math.min(tries - 1, 5);
  // A service that says "at once" every time would otherwise be asked without end.
  const leastMs = tries === 1 ? 0 : growingMs / 2;
  if (answer.kind === 'busy') return Math.max(answer.retryAfterMs ?? growingMs, leastMs);
  const mayPass = answer.kind === 'unsent' && passingCodes.has(answer.code);
  return mayPass && tries < maxUnsentTries ? growingMs : undefined;
}
