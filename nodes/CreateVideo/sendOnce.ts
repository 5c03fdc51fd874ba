import type { ServiceAnswer } from '../service/ServiceAnswer';
import { delayBeforeResendMs } from './resendPolicy';

export interface SendOptions {
  /** Time that may be spent waiting for a busy service, over all tries, in ms. */
  busyBudgetMs: number;
  now: () => number;
  /** Rejects when the execution is stopped. */
  sleep: (ms: number) => Promise<void>;
}

/** Holds all items of an account back while its service asks to wait. */
export class Gate {
  private openAtMs = 0;

  close(untilMs: number): void {
    this.openAtMs = Math.max(this.openAtMs, untilMs);
  }

  /** How long to wait before sending, in ms. */
  closedForMs(nowMs: number): number {
    return Math.max(0, this.openAtMs - nowMs);
  }
}

/**
 * Gets one create request accepted at most once: repeats it only where the service certainly did
 * not take it (see {@link delayBeforeResendMs}).
 *
 * @param post - sends the request once
 * @param gate - shared by the batch, so that one 429 holds back all
 * @returns the answer that ended it
 */
export async function sendOnce(
  post: () => Promise<ServiceAnswer>,
  gate: Gate,
  { busyBudgetMs, now, sleep }: SendOptions,
): Promise<ServiceAnswer> {
  let waitedMs = 0;
  for (let tries = 1; ; tries++) {
    for (let closedMs = gate.closedForMs(now()); closedMs > 0; closedMs = gate.closedForMs(now())) {
      if (waitedMs + closedMs > busyBudgetMs)
        return { kind: 'busy', httpStatus: 429, detail: 'the service asked to wait longer' };
      try {
        await sleep(closedMs);
      } catch {
        return { kind: 'unsent', code: 'cancelled', detail: 'the execution was stopped' };
      }
      waitedMs += closedMs;
    }
    const answer = await post();
    const delayMs = delayBeforeResendMs(answer, tries);
    if (delayMs === undefined) return answer;
    gate.close(now() + delayMs);
    if (waitedMs + delayMs > busyBudgetMs) return answer;
  }
}
