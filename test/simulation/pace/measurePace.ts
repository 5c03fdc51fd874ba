import { seededRandom } from '../seededRandom.ts';
import type { Limit } from './limits.ts';
import { hostMsPerRequest, SimulatedService, type RetryAfter } from './service.ts';
import type { MakeSender, Sender } from './senders.ts';
import { VirtualTime } from './virtualTime.ts';

export interface Scenario {
  name: string;
  limit: () => Limit;
  retryAfter?: RetryAfter;
  items: number;
  /** n8n processes that share the items. */
  processes?: number;
  latencyMs?: number;
  /** Of the chance in it; 7 where it is tuned. */
  seed?: number;
}

export interface PaceFigures {
  /** Time until all was created. */
  createdSeconds: number;
  /** The same over the least that service and host allow. */
  overBound: number;
  created: number;
  /** Time until the last task that was delivered was. */
  deliveredSeconds: number;
  delivered: number;
  /** Share of all requests, looks included. */
  refusedShare: number;
  /** Jain's index over what the processes got while all of them wanted more: 1 is fair. */
  fairness: number;
}

export const taskMs = 20_000;
export const intervalMs = 5_000;
export const usualLatencyMs = 200;

/** Creates all items at once; then again, with a wait for each task. */
export async function measurePace(scenario: Scenario, make: MakeSender): Promise<PaceFigures> {
  const creation = await simulate(scenario, make, false);
  const whole = await simulate(scenario, make, true);
  const { items, processes = 1, latencyMs = usualLatencyMs } = scenario;
  const hostMs = (items / processes) * hostMsPerRequest + latencyMs;
  const boundMs = Math.max(hostMs, scenario.limit().boundMs(items, latencyMs));
  return {
    createdSeconds: creation.createdAtMs / 1000,
    overBound: creation.createdAtMs / boundMs,
    created: creation.created,
    fairness: creation.fairness,
    deliveredSeconds: whole.deliveredAtMs / 1000,
    delivered: whole.delivered,
    refusedShare: whole.refusedShare,
  };
}

async function simulate(scenario: Scenario, make: MakeSender, waits: boolean) {
  const { items, processes = 1, retryAfter = 'seconds', seed = 7 } = scenario;
  const { latencyMs = usualLatencyMs } = scenario;
  const time = new VirtualTime();
  const random = seededRandom(seed);
  const service = new SimulatedService(time, scenario.limit(), { retryAfter, latencyMs }, random);
  const shares = new Array<number>(processes).fill(0);
  const seen = { createdAtMs: 0, created: 0, deliveredAtMs: 0, delivered: 0, fairness: 1 };

  const one = async (sender: Sender, process: number) => {
    if (!(await sender.create())) return;
    seen.createdAtMs = time.nowMs();
    seen.created += 1;
    shares[process]! += 1;
    // By then all of them have had time to settle, and none has run out of items.
    if (seen.created === Math.ceil(items * 0.6)) seen.fairness = jain(shares);
    if (!waits || !(await waitFor(sender, time, random))) return;
    seen.delivered += 1;
    seen.deliveredAtMs = time.nowMs();
  };
  const senders = Array.from({ length: processes }, (_, process) => make(time, service, process));
  const all = Array.from({ length: items }, (_, n) => one(senders[n % processes]!, n % processes));
  await time.run(Promise.all(all));
  return { ...seen, refusedShare: service.refused / service.requests };
}

/** Looks at a task every five seconds, with longer pauses after refusals; by hand the first ends it. */
async function waitFor(sender: Sender, time: VirtualTime, random: () => number): Promise<boolean> {
  const endsAtMs = time.nowMs() + taskMs;
  for (let faults = 0; ;) {
    await time.sleep(intervalMs * 2 ** faults * (0.9 + 0.2 * random()));
    const reply = await sender.look(endsAtMs - time.nowMs() < intervalMs);
    if (reply.taken && time.nowMs() >= endsAtMs) return true;
    if (!reply.taken && sender.isHandMade) return false;
    if (reply.retryAfterMs) await time.sleep(reply.retryAfterMs);
    faults = reply.taken ? 0 : Math.min(faults + 1, 3);
  }
}

function jain(shares: number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  return sum ** 2 / (shares.length * shares.reduce((total, share) => total + share ** 2, 0));
}
