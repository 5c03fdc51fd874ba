import type { Gate, GateRequest, Verdict } from '../pace/Gate';
import { gates } from '../pace/gates';
import type { ServiceAnswer } from './ServiceAnswer';

/** Marks a request that left the queue without having been sent. */
export const notSentCode = 'cancelled';

/** Statuses with which gateways say that what is behind them does not keep up. */
const overloaded = new Set([408, 502, 503, 504]);

/** The status with which the service asked for the last pause. */
const askedWith = new WeakMap<Gate, number>();

/**
 * Sends a request when its turn has come among all those of its account in this process, and lets
 * the pace learn from the answer.
 *
 * @param account - its name, which does not tell its key
 * @param send - sends it once; never rejects
 */
export async function sendPaced(
  account: string,
  request: GateRequest,
  send: () => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
  const gate = gates.of(account);
  const turn = await gate.enter(request);
  if (turn.kind === 'cancelled')
    return { kind: 'unsent', code: notSentCode, detail: 'the execution was stopped' };
  if (turn.kind === 'closed')
    return {
      kind: 'busy',
      httpStatus: askedWith.get(gate) ?? 429,
      detail: 'the service asked to wait longer',
      retryAfterMs: turn.forMs,
      isHeldBack: true,
    };
  const answer = await send();
  const verdict = verdictOf(answer);
  if (verdict === 'refused' && 'httpStatus' in answer) askedWith.set(gate, answer.httpStatus);
  gate.leave(turn.pass, verdict, 'retryAfterMs' in answer ? answer.retryAfterMs : undefined);
  return answer;
}

function verdictOf(answer: ServiceAnswer): Verdict | undefined {
  const { kind } = answer;
  if (kind === 'cancelled') return undefined;
  if (kind === 'busy') return 'refused';
  if (kind === 'unsent' || kind === 'unanswered') return 'broken';
  if (kind !== 'faulty' || !overloaded.has(answer.httpStatus)) return 'taken';
  // Who says when to come back asks for a pause.
  return answer.retryAfterMs === undefined ? 'broken' : 'refused';
}
