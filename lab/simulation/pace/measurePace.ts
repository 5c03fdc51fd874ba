import { seededRandom } from '../../random.ts';
import type { Limit } from './limits.ts';
import { leastOf, leastOfLearner } from './bounds.ts';
import { SimulatedService, type RetryAfter } from './service.ts';
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
  /** The processes begin one after another, so long apart; together by default. */
  apartMs?: number;
  /** The items of a process come one after another, so long apart; together by default. */
  itemApartMs?: number;
  /** So much of the latency passes before a request is counted; nothing by default. */
  outboundShare?: number;
  /** Refuses with 503 instead of 429. */
  isClosing?: boolean;
  /** How much more work than its neighbour each process has, the first the least; 1 by default. */
  moreWork?: number;
  /** How long a create request may wait for the service; two minutes by default, as in the node. */
  budgetMs?: number;
  /** Of the chance in it; 7 where it is tuned. */
  seed?: number;
}

export interface PaceFigures {
  /** Time until all was created. */
  createdSeconds: number;
  /** The same over the least that service and host allow who knows the limit. */
  overBound: number;
  /** ... who has to learn of it by a refusal. */
  overLearner: number;
  created: number;
  /** Time until the last task that was delivered was. */
  deliveredSeconds: number;
  delivered: number;
  /** Requests that were not refused, looks included. */
  taken: number;
  /** Share of all requests, looks included. */
  refusedShare: number;
  /** The same without those that a start at full speed costs whoever does not know the limit. */
  refusedLater: number;
  /** The least of Jain's index over what the processes got in any 30 s: 1 is fair. */
  fairness: number;
}

export const taskMs = 20_000;
export const intervalMs = 5_000;
export const usualLatencyMs = 200;
const fairOverMs = 30_000;

/** Creates all items at once; then again, with a wait for each task. */
export async function measurePace(scenario: Scenario, make: MakeSender): Promise<PaceFigures> {
  const creation = await simulate(scenario, make, false);
  const whole = await simulate(scenario, make, true);
  const least = leastOf(scenario);
  const learner = leastOfLearner(scenario);
  return {
    createdSeconds: creation.createdAtMs / 1000,
    overBound: creation.createdAtMs / least.createdMs,
    overLearner: creation.createdAtMs / learner.createdMs,
    created: creation.created,
    fairness: creation.fairness,
    deliveredSeconds: whole.deliveredAtMs / 1000,
    delivered: whole.delivered,
    taken: whole.requests - whole.refused,
    refusedShare: whole.refused / whole.requests,
    refusedLater: Math.max(0, whole.refused - learner.refused) / whole.requests,
  };
}

/** How many items each process has. */
export function shareWork({ items, processes = 1, moreWork = 1 }: Scenario): number[] {
  const weights = Array.from({ length: processes }, (_, n) => moreWork ** n);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => Math.floor((items * weight) / all));
  const left = items - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, n) => share + (n < left ? 1 : 0));
}

async function simulate(scenario: Scenario, make: MakeSender, waits: boolean) {
  const { processes = 1, retryAfter = 'seconds', seed = 7 } = scenario;
  const { latencyMs = usualLatencyMs, apartMs = 0, budgetMs = 120_000 } = scenario;
  const time = new VirtualTime();
  const random = seededRandom(seed);
  const { outboundShare = 0, itemApartMs = 0, isClosing = false } = scenario;
  const answers = { retryAfter, latencyMs, outboundShare, isClosing };
  const service = new SimulatedService(time, scenario.limit(), answers, random);
  const shares = shareWork(scenario);
  const createdAtMs = shares.map((): number[] => []);
  const seen = { createdAtMs: 0, created: 0, deliveredAtMs: 0, delivered: 0 };

  const one = async (sender: Sender, process: number, nth: number) => {
    if (nth * itemApartMs > 0) await time.sleep(nth * itemApartMs);
    if (!(await sender.create())) return;
    seen.createdAtMs = time.nowMs();
    seen.created += 1;
    createdAtMs[process]!.push(time.nowMs());
    if (!waits || !(await waitFor(sender, time, random))) return;
    seen.delivered += 1;
    seen.deliveredAtMs = time.nowMs();
  };
  const run = async (process: number) => {
    if (process * apartMs > 0) await time.sleep(process * apartMs);
    const sender = make(time, service, process, budgetMs);
    await Promise.all(
      Array.from({ length: shares[process]! }, (_, nth) => one(sender, process, nth)),
    );
  };
  await time.run(Promise.all(shares.map((_, process) => run(process))));
  const fairness = leastFairness(createdAtMs, (processes - 1) * apartMs);
  return { ...seen, fairness, refused: service.refused, requests: service.requests };
}

/** The least of Jain's index over any 30 s in which all processes wanted more. */
function leastFairness(createdAtMs: number[][], fromMs: number): number {
  const untilMs = Math.min(...createdAtMs.map((times) => times.at(-1) ?? 0));
  let least = 1;
  for (let beginMs = fromMs; beginMs + fairOverMs <= Math.max(untilMs, fromMs + fairOverMs);) {
    const endMs = Math.min(beginMs + fairOverMs, untilMs);
    const isWithin = (atMs: number) => atMs >= beginMs && atMs < endMs;
    if (endMs > beginMs)
      least = Math.min(least, jain(createdAtMs.map((times) => times.filter(isWithin).length)));
    beginMs += 5_000;
  }
  return least;
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
  return sum === 0
    ? 1
    : sum ** 2 / (shares.length * shares.reduce((total, share) => total + share ** 2, 0));
}
