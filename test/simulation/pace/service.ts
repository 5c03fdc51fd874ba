import type { Limit } from './limits.ts';
import type { VirtualTime } from './virtualTime.ts';

/** How a refusal tells when to come again. HTTP dates have no parts of seconds either. */
export type RetryAfter = 'seconds' | 'never';

export interface Reply {
  taken: boolean;
  retryAfterMs?: number | undefined;
}

export interface Counts {
  requests: number;
  refused: number;
  creates: number;
  createsRefused: number;
  taken: number[];
}

/** CPU time that n8n spends on one request, on its only thread. */
export const hostMsPerRequest = 4;

/** A service behind its limit, and the threads of the n8n processes that call it. */
export class SimulatedService {
  readonly counts: Counts = { requests: 0, refused: 0, creates: 0, createsRefused: 0, taken: [] };
  private readonly busyUntilMs: number[] = [];

  private readonly time: VirtualTime;
  private readonly limit: Limit;
  private readonly retryAfter: RetryAfter;
  private readonly random: () => number;

  private readonly latencyMs: number;

  constructor(
    time: VirtualTime,
    limit: Limit,
    { retryAfter, latencyMs }: { retryAfter: RetryAfter; latencyMs: number },
    random: () => number,
  ) {
    this.time = time;
    this.latencyMs = latencyMs;
    this.limit = limit;
    this.retryAfter = retryAfter;
    this.random = random;
  }

  /** @param process - the n8n process that sends it */
  async request(kind: 'create' | 'look', process: number): Promise<Reply> {
    const nowMs = this.time.nowMs();
    const readyAtMs = Math.max(nowMs, this.busyUntilMs[process] ?? 0) + hostMsPerRequest;
    this.busyUntilMs[process] = readyAtMs;
    await this.time.sleep(readyAtMs - nowMs);
    const decision = this.limit.arrive(this.time.nowMs());
    this.counts.requests += 1;
    if (kind === 'create') this.counts.creates += 1;
    if ('retryAfterMs' in decision) {
      this.counts.refused += 1;
      if (kind === 'create') this.counts.createsRefused += 1;
      await this.time.sleep(this.latencyMs * (0.9 + 0.2 * this.random()));
      if (this.retryAfter === 'never') return { taken: false };
      return { taken: false, retryAfterMs: Math.ceil(decision.retryAfterMs / 1000) * 1000 };
    }
    if (kind === 'create') this.counts.taken[process] = (this.counts.taken[process] ?? 0) + 1;
    await this.time.sleep(decision.latencyMs * (0.9 + 0.2 * this.random()));
    this.limit.leave?.();
    return { taken: true };
  }
}
