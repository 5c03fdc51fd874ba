import type { Kind, Limit } from './limits.ts';
import type { VirtualTime } from './virtualTime.ts';

/** How a refusal tells when to come again; a date is read into seconds before it gets to the pacer. */
export type RetryAfter = 'seconds' | 'never' | 'always 1' | 'twice as long';

export const told: Record<RetryAfter, (seconds: number) => number | undefined> = {
  seconds: (seconds) => seconds,
  never: () => undefined,
  'always 1': () => 1,
  'twice as long': (seconds) => 2 * seconds,
};

export interface Reply {
  taken: boolean;
  isClosed?: boolean;
  retryAfterMs?: number | undefined;
}

/** CPU time that n8n spends on one request, on its only thread. */
export const hostMsPerRequest = 4;

export interface Answers {
  retryAfter: RetryAfter;
  latencyMs: number;
  /** So much of the latency passes before a request is counted; the rest behind. */
  outboundShare: number;
  /** Refuses with 503 instead of 429. */
  isClosing: boolean;
}

/** A service behind its limit, and the threads of the n8n processes that call it. */
export class SimulatedService {
  requests = 0;
  refused = 0;
  private readonly busyUntilMs: number[] = [];
  private readonly time: VirtualTime;
  private readonly limit: Limit;
  private readonly answers: Answers;
  private readonly random: () => number;

  constructor(time: VirtualTime, limit: Limit, answers: Answers, random: () => number) {
    this.time = time;
    this.limit = limit;
    this.answers = answers;
    this.random = random;
  }

  /** How long the thread of a process has to do. */
  busyForMs(process: number): number {
    return Math.max(0, (this.busyUntilMs[process] ?? 0) - this.time.nowMs());
  }

  /** @param process - the n8n process that sends it */
  async request(process: number, kind: Kind): Promise<Reply> {
    const nowMs = this.time.nowMs();
    const readyAtMs = Math.max(nowMs, this.busyUntilMs[process] ?? 0) + hostMsPerRequest;
    this.busyUntilMs[process] = readyAtMs;
    const jitter = 0.9 + 0.2 * this.random();
    const { latencyMs, outboundShare, retryAfter, isClosing } = this.answers;
    const outMs = outboundShare * latencyMs * jitter;
    await this.time.sleep(readyAtMs - nowMs + outMs);
    const decision = this.limit.arrive(this.time.nowMs(), kind);
    this.requests += 1;
    if ('latencyMs' in decision) {
      await this.time.sleep(decision.latencyMs * jitter - outMs);
      this.limit.leave?.();
      return { taken: true };
    }
    this.refused += 1;
    // As slow as an answer that was taken: the later a refusal is known, the worse.
    await this.time.sleep(latencyMs * jitter - outMs);
    const seconds = told[retryAfter](Math.ceil(decision.retryAfterMs / 1000));
    return {
      ...{ taken: false, isClosed: isClosing },
      retryAfterMs: seconds === undefined ? undefined : 1000 * seconds,
    };
  }
}
