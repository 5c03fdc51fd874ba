import type { Scenario } from './measurePace.ts';
import { shareWork, usualLatencyMs } from './measurePace.ts';
import { hostMsPerRequest, told } from './service.ts';

export interface Bound {
  createdMs: number;
  /** Requests that are refused on the way. */
  refused: number;
}

/** A process that sends whatever the service takes, as soon as it knows what that is. */
interface Host {
  left: number;
  startsAtMs: number;
  busyUntilMs: number;
  refused: number;
  knowsAtMs: number;
  opensAtMs: number;
}

/** The least in which service and host let all items be created by who knows the limit. */
export const leastOf = (scenario: Scenario): Bound => reckon(scenario, 0);

/**
 * The same for who has to learn of the limit: it starts at full speed, hears of a first refusal,
 * waits for as long as that one asks, and knows all from then on.
 */
export const leastOfLearner = (scenario: Scenario): Bound => reckon(scenario, Infinity);

function reckon(scenario: Scenario, knowsAtMs: number): Bound {
  const { latencyMs = usualLatencyMs, apartMs = 0, itemApartMs = 0 } = scenario;
  const limit = scenario.limit();
  const shares = shareWork(scenario);
  const hosts = shares.map((left, nth): Host => {
    const startsAtMs = nth * apartMs;
    return { left, startsAtMs, busyUntilMs: startsAtMs, refused: 0, knowsAtMs, opensAtMs: 0 };
  });
  const cameBy = ({ startsAtMs }: Host, nowMs: number) =>
    itemApartMs > 0 ? 1 + Math.floor((nowMs - startsAtMs) / itemApartMs) : Infinity;
  const leavesAtMs: number[] = [];
  let lastMs = 0;
  for (let nowMs = 0; hosts.some(({ left }) => left > 0); nowMs++) {
    for (; leavesAtMs.length > 0 && leavesAtMs[0]! <= nowMs; leavesAtMs.shift()) limit.leave?.();
    for (const [nth, host] of hosts.entries()) {
      const isBlind = nowMs < host.knowsAtMs;
      // What was refused comes back when that is heard.
      const here = Math.min(shares[nth]!, cameBy(host, nowMs)) - (shares[nth]! - host.left);
      if (here <= (isBlind ? host.refused : 0)) continue;
      if (nowMs < host.busyUntilMs + hostMsPerRequest) continue;
      if (!isBlind && nowMs < host.opensAtMs) continue;
      const decision = limit.arrive(nowMs, 'create');
      if ('latencyMs' in decision || isBlind) host.busyUntilMs = nowMs;
      if ('latencyMs' in decision) {
        host.left -= 1;
        leavesAtMs.push(nowMs + decision.latencyMs);
        lastMs = Math.max(lastMs, nowMs + decision.latencyMs);
      } else if (isBlind) {
        host.refused += 1;
        if (host.knowsAtMs !== Infinity) continue;
        const { retryAfter = 'seconds' } = scenario;
        const seconds = told[retryAfter](Math.ceil(decision.retryAfterMs / 1000)) ?? 0;
        host.knowsAtMs = nowMs + latencyMs;
        host.opensAtMs = host.knowsAtMs + 1000 * seconds;
      }
    }
  }
  return { createdMs: lastMs, refused: hosts.reduce((sum, { refused }) => sum + refused, 0) };
}
