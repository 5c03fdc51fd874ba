import type { Verdict } from '../pace/pace';
import type { Pacer, Ride } from '../pace/Pacer';
import { pacers } from '../pace/pacers';
import type { ServiceAnswer } from './ServiceAnswer';

/** Marks a request that left the queue without having been sent. */
export const notSentCode = 'cancelled';

/** Statuses with which gateways say that what is behind them does not keep up. */
const overloaded = new Set([408, 502, 503, 504]);

/** The status with which the service asked for the last pause. */
const askedWith = new WeakMap<Pacer, number>();

/**
 * Sends a request when its turn has come among all those of its account in this process, and lets
 * the pace learn from the answer.
 *
 * @param account - its name, which does not tell its key
 * @param send - sends it once; never rejects
 */
export async function sendPaced(
  account: string,
  ride: Ride,
  send: () => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
  const pacer = pacers.of(account);
  const turn = await pacer.enter(ride);
  if (turn.kind === 'cancelled')
    return { kind: 'unsent', code: notSentCode, detail: 'the execution was stopped' };
  if (turn.kind === 'closed')
    return {
      kind: 'busy',
      httpStatus: askedWith.get(pacer) ?? 429,
      detail: 'the service asked to wait longer',
      retryAfterMs: turn.forMs,
      isHeldBack: true,
    };
  const answer = await send();
  const verdict = verdictOf(answer);
  const isPause = verdict === 'refused' || verdict === 'closed';
  if (isPause && 'httpStatus' in answer) askedWith.set(pacer, answer.httpStatus);
  const retryAfterMs = 'retryAfterMs' in answer ? answer.retryAfterMs : undefined;
  pacer.leave(turn.pass, verdict, retryAfterMs);
  return answer;
}

function verdictOf(answer: ServiceAnswer): Verdict | undefined {
  switch (answer.kind) {
    case 'busy':
      return 'refused';
    case 'unsent':
    case 'unanswered':
      return 'broken';
    case 'faulty':
      if (!overloaded.has(answer.httpStatus)) return 'taken';
      // Who says when to come back asks for a pause, whatever the request was for.
      return answer.retryAfterMs === undefined ? 'broken' : 'closed';
    case 'cancelled':
      return undefined;
    default:
      return 'taken';
  }
}
