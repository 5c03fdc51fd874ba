import { Dice } from './Dice.ts';
import { makePlan } from './makePlan.ts';
import type { Disturbance, ExecutionPlan, Plan } from './Plan.ts';

export type Ending = Extract<Disturbance, { kind: 'kill' | 'stop' }>;

/**
 * When n8n ends in a round, and how: the same for all of its histories.
 *
 * @returns atMs is how long n8n has been up by then
 */
export function planEnds(round: number): Ending[] {
  const dice = new Dice(round, 'ends on a real n8n');
  return Array.from({ length: dice.pick([1, 1, 2]) }, (_, n) => ({
    kind: dice.pick(['kill', 'kill', 'stop'] as const),
    process: 'main',
    atMs: n === 0 ? dice.between(25_000, 45_000) : dice.between(1_000, 60_000),
    downMs: dice.scale(1_000, 80_000),
  }));
}

/** The executions of a history of the simulator, with all that a real n8n and the sandbox can be made to do. */
function planHistory(seed: number): ExecutionPlan[] {
  const dice = new Dice(seed, 'on a real n8n');
  return makePlan(seed)
    .executions.slice(0, 2)
    .map((one): ExecutionPlan => ({
      ...one,
      atMs: dice.between(0, 15_000),
      mode: 'webhook',
      rounds: 1,
      isBranched: false,
      timeoutMinutes: 24 * 60,
      intervalSeconds: 5,
      account: seed,
      orders: one.orders
        .filter(({ prompt }) => prompt.endsWith('.0.'))
        .map((order) => ({
          ...order,
          takesMs: Math.round(dice.scale(3, 75)) * 1_000,
          create: order.create === 'refused' ? 'accepted' : order.create,
        })),
    }));
}

/**
 * The executions of some histories, in one n8n.
 *
 * @param count - how many, from that seed on
 */
export function planRound(from: number, count: number): Plan {
  const executions = Array.from({ length: count }, (_, n) => planHistory(from + n))
    .flat()
    .map((execution, n) => ({
      ...execution,
      orders: execution.orders.map((order, at) => ({ ...order, prompt: `order ${n}.${at}.0.` })),
    }));
  const plan = makePlan(from);
  return {
    ...plan,
    ...{
      setup: 'regular',
      engine: 'asItIs',
      claims: true,
      limit: 0,
      workers: 0,
      executions,
      disturbances: [],
    },
    storeLatencyMs: 10,
    start: { httpMs: 8_000, recoveryMs: 500, recoverEachMs: 20, otelMs: 5 },
    retriesErrors: false,
    callbacks: { share: 1, lateMs: 100, early: false, repeats: 0 },
    lookLatencyMs: 50,
  };
}

/** The same with its ends a little sooner or later, on a faster or slower machine. */
export function neighbour(plan: Plan, n: number): Plan {
  const dice = new Dice(plan.seed, `neighbour ${n}`);
  const disturbances = plan.disturbances.map((end) => ({
    ...end,
    atMs: end.atMs + dice.between(-1_000, 1_000),
  }));
  const executions = plan.executions.map((one) => ({
    ...one,
    atMs: Math.max(0, one.atMs + dice.between(-1_000, 0)),
  }));
  const start = { ...plan.start, httpMs: plan.start.httpMs * dice.between(0.5, 1) };
  // How fast the machine is just then, nobody knows.
  const latencies = { storeLatencyMs: dice.scale(2, 400), lookLatencyMs: dice.scale(10, 1_000) };
  const seed = plan.seed + n * 1_000_000;
  return { ...plan, ...latencies, seed, disturbances, executions, start };
}
