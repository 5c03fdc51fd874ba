import type { Kind, Limit } from './limits.ts';
import type { VirtualTime } from './virtualTime.ts';

/** How a refusal tells when to come again; a date is read into seconds before it gets to the pacer. */
export type RetryAfter = 'seconds' | 'never' | 'always 1' | 'twice as long';

const told: Record<RetryAfter, (seconds: number) => number | undefined> = {
  seconds: (seconds) => seconds,
  never: () => undefined,
  'always 1': () => 1,
  'twice as long': (seconds) => 2 * seconds,
};

export interface Reply {
  taken: boolean;
  retryAfterMs?: number | undefined;
}

/** CPU time that n8n spends on one request, on its only thread. */
export const hostMsPerRequest = 4;

/** A service behind its limit, and the threads of the n8n processes that call it. */
export class SimulatedService {
  requests = 0;
  refused = 0;
  private readonly busyUntilMs: number[] = [];
  private readonly time: VirtualTime;
  private readonly limit: Limit;
  private readonly answers: { retryAfter: RetryAfter; latencyMs: number };
  private readonly random: () => number;

  constructor(
    time: VirtualTime,
    limit: Limit,
    answers: { retryAfter: RetryAfter; latencyMs: number },
    random: () => number,
  ) {
    this.time = time;
    this.limit = limit;
    this.answers = answers;
    this.random = random;
  }

  /** @param process - the n8n process that sends it */
  async request(process: number, kind: Kind): Promise<Reply> {
    const nowMs = this.time.nowMs();
    const readyAtMs = Math.max(nowMs, this.busyUntilMs[process] ?? 0) + hostMsPerRequest;
    this.busyUntilMs[process] = readyAtMs;
    await this.time.sleep(readyAtMs - nowMs);
    const decision = this.limit.arrive(this.time.nowMs(), kind);
    this.requests += 1;
    const jitter = 0.9 + 0.2 * this.random();
    if ('latencyMs' in decision) {
      await this.time.sleep(decision.latencyMs * jitter);
      this.limit.leave?.();
      return { taken: true };
    }
    this.refused += 1;
    // As slow as an answer that was taken: the later a refusal is known, the worse.
    await this.time.sleep(this.answers.latencyMs * jitter);
    const seconds = told[this.answers.retryAfter](Math.ceil(decision.retryAfterMs / 1000));
    return { taken: false, retryAfterMs: seconds === undefined ? undefined : 1000 * seconds };
  }
}
