import { Dice } from './Dice.ts';
import { lastEnd } from './lastEnd.ts';
import type { OrderPlan, ExecutionPlan, Plan } from './Plan.ts';
import { planDisturbances, planKillsInStart } from './planDisturbances.ts';
import { orderLater, onOlderN8n, trickling, jam, shortCrowd } from './planVariants.ts';

const minute = 60_000;

/** Writes the plan of a history: all of it follows from the seed. */
export function makePlan(seed: number): Plan {
  const plan = planUsual(seed);
  const dice = new Dice(seed, 'jam');
  const few = plan.setup === 'regular' && plan.executions.length < 6;
  const isJam = few && dice.isTrue(0.2);
  const isOlder = dice.isTrue(isJam ? 0.5 : 0.05);
  const trickle = new Dice(seed, 'trickle');
  const isTrickle = few && !isJam && trickle.isTrue(0.08);
  const busy = isJam ? jam(plan, dice) : isTrickle ? jam(trickling(plan, trickle), trickle) : plan;
  const short = new Dice(seed, 'short crowd');
  const isShort = plan.setup === 'regular' && plan.executions.length > 5 && short.isTrue(0.3);
  const usual = isShort ? shortCrowd(plan, short) : orderLater(busy, new Dice(seed, 'later'));
  const slow = new Dice(seed, 'slow');
  const slowly = slow.isTrue(isJam ? 0.3 : 0.08)
    ? { lookLatencyMs: slow.scale(1_000, 15_000) }
    : {};
  return { ...(isOlder ? onOlderN8n(usual) : usual), ...slowly };
}

function planUsual(seed: number): Plan {
  const dice = new Dice(seed, 'plan');
  const setup = dice.isTrue(0.2) ? 'queue' : 'regular';
  const limit = dice.isTrue(0.3) ? dice.whole(1, 3) : 0;
  // A crowd, in which some sleep whose timers are far away.
  const isCrowd = dice.isTrue(0.1);
  const count = isCrowd ? dice.whole(6, 20) : dice.pick([1, 1, 1, 1, 2, 2, 3, 5]);
  const savesProgress = dice.isTrue(0.5);
  const planned = Array.from({ length: count }, (_, n) =>
    planExecution(dice, n, savesProgress, limit > 0, isCrowd),
  );
  const branches = new Dice(seed, 'branches');
  const accounts = new Dice(seed, 'accounts');
  const mostAccounts = accounts.isTrue(0.15) ? 3 : 1;
  const together = new Dice(seed, 'together');
  const executions = planned
    .map((one) => (together.isTrue(0.15) ? endingTogether(one, together) : one))
    .map((one) => (!isCrowd && branches.isTrue(0.06) ? withBranches(one, branches) : one))
    .map((one) => ({ ...one, account: accounts.whole(0, mostAccounts - 1) }));
  const lastMs = Math.max(...executions.map(lastEnd));
  return {
    ...{ seed, setup, limit: setup === 'queue' ? 0 : limit, executions },
    workers: setup === 'queue' ? dice.whole(1, 3) : 0,
    workerClocksAheadMs: [0, 0, 0].map(() => dice.pick([0, 0, dice.between(-3_000, 3_000)])),
    engine: dice.isTrue(0.03) ? 'snapshots' : 'asItIs',
    claims: true,
    disturbances: [
      ...planDisturbances(dice, lastMs, setup, limit),
      ...(isCrowd ? planKillsInStart(new Dice(seed, 'kills in a start'), lastMs) : []),
    ].sort((one, other) => one.atMs - other.atMs),
    storeLatencyMs: dice.pick([1, 1, 3, 10, 60]),
    start: {
      httpMs: dice.scale(500, 20_000),
      recoveryMs: dice.scale(20, 6_000),
      recoverEachMs: dice.scale(3, 150),
      otelMs: dice.isTrue(0.25) ? dice.scale(1, 40) : dice.scale(1, 5),
    },
    retriesErrors: dice.isTrue(0.3),
    callbacks: {
      share: dice.pick([1, 1, 0.7, 0]),
      lateMs: dice.scale(5, 3_000),
      early: dice.isTrue(0.15),
      repeats: dice.isTrue(0.2) ? dice.whole(1, 3) : 0,
    },
    lookLatencyMs: dice.scale(20, 900),
  };
}

function planExecution(
  dice: Dice,
  n: number,
  savesProgress: boolean,
  hasLimit: boolean,
  isCrowd: boolean,
): ExecutionPlan {
  const longestMs = dice.pick([2 * minute, 5 * minute, 15 * minute, 25 * minute]);
  const items = isCrowd ? 1 : dice.pick([1, 1, 1, 2, 2, 4]);
  const trouble = dice.isTrue(0.15);
  const rounds = !isCrowd && dice.isTrue(0.12) ? dice.whole(2, 3) : 1;
  const orders = Array.from({ length: items * rounds }, (_, at): OrderPlan => ({
    prompt: `order ${n}.${at % items}.${Math.floor(at / items)}.`,
    takesMs: dice.scale(3_000, longestMs),
    fails: dice.isTrue(0.1),
    create: trouble ? dice.pick(['accepted', 'refused', 'answerLost', 'busyFirst']) : 'accepted',
  }));
  return {
    atMs: dice.scale(100, 20_000) + (n > 0 && dice.isTrue(0.3) ? dice.between(0, 2 * minute) : 0),
    shape: dice.pick(['createAndWait', 'createThenWait']),
    orders,
    mode: hasLimit || dice.isTrue(0.7) ? 'webhook' : 'manual',
    release: items > 1 && dice.isTrue(0.5) ? 'asTheyCome' : 'together',
    watch: dice.isTrue(0.85),
    isCalled: dice.isTrue(0.5),
    retryOnFail: dice.isTrue(0.25),
    onError: dice.isTrue(0.5) ? 'continueErrorOutput' : 'stopWorkflow',
    savesProgress,
    executionOrder: dice.isTrue(0.1) ? 'v0' : 'v1',
    rounds,
    isBranched: false,
    intervalSeconds: dice.pick([5, 5, 5, 1, 20]),
    account: 0,
    timeoutMinutes: dice.isTrue(0.15) ? Math.ceil(dice.scale(1, 12)) : 24 * 60,
  };
}

/** The same with videos that are ready within seconds of each other. */
function endingTogether(execution: ExecutionPlan, dice: Dice): ExecutionPlan {
  const [{ takesMs }] = execution.orders as [OrderPlan];
  const orders = execution.orders.map((order) => ({
    ...order,
    takesMs: takesMs + dice.scale(50, 5_000),
  }));
  return { ...execution, orders };
}

/** The same with two rounds of at least two rows, each round from a node of its own. */
function withBranches(execution: ExecutionPlan, dice: Dice): ExecutionPlan {
  const [{ prompt }] = execution.orders as [OrderPlan];
  const name = prompt.split('.')[0]!;
  const items = Math.max(2, execution.orders.filter((one) => one.prompt.endsWith('.0.')).length);
  const orders = [0, 1].flatMap((round) =>
    Array.from({ length: items }, (_, at): OrderPlan => ({
      prompt: `${name}.${at}.${round}.`,
      takesMs: dice.scale(3_000, 5 * minute),
      fails: dice.isTrue(0.1),
      create: 'accepted',
    })),
  );
  const release = dice.isTrue(0.7) ? 'asTheyCome' : 'together';
  return { ...execution, orders, rounds: 2, isBranched: true, release };
}
