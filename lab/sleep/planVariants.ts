import type { Dice } from './Dice.ts';
import { lastEnd } from './lastEnd.ts';
import type { ExecutionPlan, Disturbance, Plan } from './Plan.ts';

const minute = 60_000;

/** Where the clock is set, most begin after that, while the first one is still waited for. */
export function orderLater(plan: Plan, dice: Dice): Plan {
  const { atMs: setAtMs } = plan.disturbances.find(({ kind }) => kind === 'clock') ?? {};
  if (setAtMs === undefined || dice.isTrue(0.3)) return plan;
  const [first, ...others] = plan.executions as [ExecutionPlan, ...ExecutionPlan[]];
  const orders = first.orders.map((order) => ({
    ...order,
    takesMs: Math.max(order.takesMs, setAtMs + dice.between(1, 5) * minute),
  }));
  const later = others.map((one) => ({ ...one, atMs: setAtMs + dice.between(0, minute) }));
  return { ...plan, executions: [{ ...first, orders }, ...later] };
}

/** The same on an n8n that starts what it has read, also where a person has stopped it meanwhile. */
export function onOlderN8n(plan: Plan): Plan {
  const disturbances = plan.disturbances.filter(({ kind }) => kind !== 'cancel');
  return { ...plan, claims: false, disturbances };
}

/** The same with videos that leave one after another: much happens between two sleeps. */
export function trickling(plan: Plan, dice: Dice): Plan {
  const executions = plan.executions.map((one, n): ExecutionPlan => ({
    ...one,
    orders: Array.from({ length: dice.whole(3, 6) }, (_, at) => ({
      prompt: `order ${n}.${at}.0.`,
      takesMs: dice.scale(10_000, 4 * minute),
      fails: false,
      create: 'accepted',
    })),
    ...{ release: 'asTheyCome', rounds: 1, isBranched: false, isCalled: true },
  }));
  return { ...plan, executions };
}

/** The same where few executions may run at a time, and others take their places again and again. */
export function jam(plan: Plan, dice: Dice): Plan {
  const executions = plan.executions.map((one): ExecutionPlan => ({
    ...one,
    mode: 'webhook',
    watch: dice.isTrue(0.5),
    atMs: dice.between(0, 30_000),
  }));
  const lastMs = Math.max(...executions.map(lastEnd));
  const busy = Array.from({ length: dice.whole(1, 6) }, (): Disturbance => ({
    kind: 'busy',
    atMs: dice.between(0, lastMs),
    forMs: dice.scale(2_000, 4 * minute),
  }));
  const disturbances = [...plan.disturbances.filter(() => dice.isTrue(0.5)), ...busy];
  return {
    ...{ ...plan, executions, limit: dice.whole(1, 2) },
    disturbances: disturbances.sort((one, other) => one.atMs - other.atMs),
  };
}

/** A crowd of short videos that end close together, while n8n ends once or twice: roots come and go. */
export function shortCrowd(plan: Plan, dice: Dice): Plan {
  const executions = plan.executions.map((one): ExecutionPlan => ({
    ...one,
    atMs: dice.between(0, 15_000),
    orders: one.orders.map((order) => ({ ...order, takesMs: dice.scale(3_000, 75_000) })),
    watch: true,
    timeoutMinutes: 24 * 60,
  }));
  let atMs = 0;
  const ends = Array.from({ length: dice.whole(1, 2) }, (): Disturbance => {
    atMs += dice.between(10_000, 60_000);
    const downMs = dice.scale(1_000, minute);
    const kind = dice.pick(['kill', 'stop'] as const);
    const end: Disturbance = { kind, process: 'main', atMs, downMs };
    atMs += downMs;
    return end;
  });
  return { ...plan, executions, limit: 0, disturbances: ends };
}
