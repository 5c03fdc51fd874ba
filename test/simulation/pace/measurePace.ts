import { seededRandom } from '../seededRandom.ts';
import type { Limit } from './limits.ts';
import { hostMsPerRequest, SimulatedService, type RetryAfter } from './service.ts';
import type { MakeSender } from './senders.ts';
import { VirtualTime } from './virtualTime.ts';

export interface Scenario {
  name: string;
  limit: () => Limit;
  retryAfter?: RetryAfter;
  items: number;
  /** n8n processes that share the items. */
  processes?: number;
  latencyMs?: number;
}

export interface PaceFigures {
  createdSeconds: number;
  /** Time until all was created over the least that the service allows. */
  createdOverBound: number;
  refusedCreates: number;
  created: number;
  deliveredSeconds: number;
  refusedShare: number;
  delivered: number;
  /** Jain's index over what the processes got while all of them wanted more: 1 is fair. */
  fairness: number;
}

export const taskMs = 20_000;
const intervalMs = 5_000;
export const usualLatencyMs = 200;

/** Creates all items, and waits for each task with a look every five seconds. */
export async function measurePace(
  scenario: Scenario,
  make: MakeSender,
  waits: boolean,
): Promise<PaceFigures> {
  const { items, processes = 1, retryAfter = 'seconds', latencyMs = usualLatencyMs } = scenario;
  const time = new VirtualTime();
  const random = seededRandom(Number(process.env.SEED ?? 7));
  const limit = scenario.limit();
  const service = new SimulatedService(time, limit, { retryAfter, latencyMs }, random);
  let createdAtMs = 0;
  let deliveredAtMs = 0;
  let created = 0;
  let delivered = 0;
  const shares: number[] = new Array<number>(processes).fill(0);
  let fairness = 1;
  let refusedCreates = 0;

  const one = async (sender: ReturnType<MakeSender>, which: number) => {
    const isMade = await sender.create();
    createdAtMs = time.nowMs();
    refusedCreates = service.counts.createsRefused / service.counts.creates;
    if (!isMade) return;
    created += 1;
    shares[which]! += 1;
    // By then all of them have had time to settle, and none has run out of items.
    if (created === Math.ceil(items * 0.6)) fairness = jain(shares);
    if (!waits) return;
    const endsAtMs = time.nowMs() + taskMs;
    for (let faults = 0; ;) {
      await time.sleep(intervalMs * 2 ** faults * (0.9 + 0.2 * random()));
      const reply = await sender.look(endsAtMs - time.nowMs() < intervalMs);
      if (!reply.taken && sender.isHandMade) return;
      if (!reply.taken) {
        faults = Math.min(faults + 1, 3);
        if (reply.retryAfterMs) await time.sleep(reply.retryAfterMs);
        continue;
      }
      faults = 0;
      if (time.nowMs() >= endsAtMs) break;
    }
    delivered += 1;
    deliveredAtMs = time.nowMs();
  };
  const senders = Array.from({ length: processes }, (_, process) => make(time, service, process));
  const all = Array.from({ length: items }, (_, n) => one(senders[n % processes]!, n % processes));
  await time.run(Promise.all(all));

  const hostMs = (items / processes) * hostMsPerRequest + latencyMs;
  const boundMs = Math.max(hostMs, limit.boundMs(items, latencyMs));
  return {
    createdSeconds: createdAtMs / 1000,
    createdOverBound: createdAtMs / boundMs,
    refusedCreates,
    created,
    deliveredSeconds: deliveredAtMs / 1000,
    refusedShare: service.counts.refused / service.counts.requests,
    delivered,
    fairness,
  };
}

function jain(shares: number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  return sum ** 2 / (shares.length * shares.reduce((total, share) => total + share ** 2, 0));
}
