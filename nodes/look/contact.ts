import type { TaskAnswer } from './TaskAnswer';
import {
  keyRefusalTolerance,
  silenceTolerance,
  extendStreak,
  isBelieved,
  type Streak,
} from './settings';
import type { Outcome, Contact } from './WaitState';

/** The contact after an answer to any of the tasks. */
export function noteContact(before: Contact, { kind }: TaskAnswer, nowMs: number): Contact {
  if (kind === 'silent') return { ...before, silence: extendStreak(before.silence, nowMs) };
  const heard = { ...before, heard: true, silence: undefined };
  if (kind === 'keyRefused')
    return { ...heard, keyRefusals: extendStreak(before.keyRefusals, nowMs) };
  if (kind === 'task') return { ...heard, accepted: true, keyRefusals: undefined };
  return heard;
}

/** Whether refusals of the key in a row are more than a moment's confusion of the service. */
export function keyIsRefused(
  refusals: Streak | undefined,
  accepted: boolean | undefined,
  nowMs: number,
): boolean {
  const { never, before } = keyRefusalTolerance;
  return isBelieved(refusals, accepted === true ? before : never, nowMs);
}

/**
 * How the waits of all tasks end when asking on is hopeless for each of them: the address has never
 * answered, or the key is refused whatever is asked. An outage of a service that did answer is
 * ridden out.
 */
export function hopelessOutcome(
  { heard, accepted, silence, keyRefusals }: Contact,
  nowMs: number,
): Outcome | undefined {
  if (heard !== true && isBelieved(silence, silenceTolerance, nowMs)) return 'unreachable';
  return keyIsRefused(keyRefusals, accepted, nowMs) ? 'unauthorized' : undefined;
}
