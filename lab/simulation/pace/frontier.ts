import { leastOf } from './bounds.ts';
import { shareWork, usualLatencyMs, type Scenario } from './measurePace.ts';
import { hostMsPerRequest } from './service.ts';

/** A scenario, and how many requests of its items the service takes. */
export interface Watched {
  scenario: Scenario;
  taken: number;
}

/** Whether all begins at once, with the usual latency: such scenarios are told apart by a refusal only. */
export const beginsAlike = ({ latencyMs, apartMs, itemApartMs }: Scenario) =>
  (latencyMs ?? usualLatencyMs) === usualLatencyMs && !apartMs && !itemApartMs;

/** Answers come this much sooner than usual at best. */
const quickestShare = 0.9;

/**
 * How long over the bound it takes at least to create all items of a scenario without a limit, for
 * anybody of whose requests at most a share is refused in each of the watched scenarios: until its
 * first refusal is heard, each of them looks like the one without. All that happens later is taken
 * to be perfect.
 */
export function leastOverBound(
  unlimited: Scenario,
  refusedShare: number,
  watched: readonly Watched[],
): number {
  const allowed = watched.map(({ scenario, taken }) => {
    return { scenario, refused: Math.floor((refusedShare / (1 - refusedShare)) * taken) };
  });
  const sentAtMs: number[] = [];
  let atMs = 0;
  while (sentAtMs.length < unlimited.items) {
    atMs += hostMsPerRequest;
    const next = () => [...sentAtMs, atMs];
    for (const { scenario, refused } of allowed)
      while (refusedUnheard(scenario, next()) > refused) atMs += 1;
    sentAtMs.push(atMs);
  }
  return (atMs + usualLatencyMs) / leastOf(unlimited).createdMs;
}

/**
 * How many of these requests are refused, if the last one goes before a refusal is heard; else none
 * that counts.
 */
function refusedUnheard(scenario: Scenario, sentAtMs: readonly number[]): number {
  const service = scenario.limit();
  const shares = shareWork(scenario);
  const leavesAtMs: number[] = [];
  let refused = 0;
  let heardAtMs = Infinity;
  for (const [nth, atMs] of sentAtMs.entries()) {
    if (atMs >= heardAtMs) return 0;
    for (; leavesAtMs.length > 0 && leavesAtMs[0]! <= atMs; leavesAtMs.shift()) service.leave?.();
    // Whichever process is refused first: all others know it then.
    for (const share of shares) {
      if (nth >= share) continue;
      const decision = service.arrive(atMs, 'create');
      if ('latencyMs' in decision) leavesAtMs.push(atMs + decision.latencyMs);
      else {
        refused += 1;
        heardAtMs = Math.min(heardAtMs, atMs + quickestShare * usualLatencyMs);
      }
    }
  }
  return refused;
}
