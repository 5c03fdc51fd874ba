import type { ServiceAnswer } from '../service/ServiceAnswer';

/** Faults of the connection that may pass in seconds and of which it is certain that nothing left. */
const passingCodes = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const maxUnsentTries = 3;

/**
 * Says whether a create request that was not refused with 429 may be sent once more. Creating costs
 * money, so only a connection that never came about allows it.
 *
 * @param answer - what the last try came to
 * @param tries - how many of the tries ended so, at least 1
 * @returns how long to wait before the next try in ms, or undefined when there must be none
 */
export function delayBeforeResendMs(answer: ServiceAnswer, tries: number): number | undefined {
  const mayPass = answer.kind === 'unsent' && passingCodes.has(answer.code);
  return mayPass && tries < maxUnsentTries ? 1000 * 2 ** (tries - 1) : undefined;
}
