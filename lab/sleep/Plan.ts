import { Dice } from './Dice.ts';

/** One video that a customer orders: what the service will do with it. */
export interface OrderPlan {
  prompt: string;
  /** How long the service works on it. */
  takesMs: number;
  fails: boolean;
  /** What comes of the create request. */
  create: 'accepted' | 'refused' | 'answerLost' | 'busyFirst';
}

export type Shape = 'createAndWait' | 'createThenWait';

export interface ExecutionPlan {
  atMs: number;
  shape: Shape;
  orders: OrderPlan[];
  /** How the workflow is started, as n8n calls it: those with a limit queue, "manual" does not. */
  mode: 'webhook' | 'manual';
  release: 'together' | 'asTheyCome';
  watch: boolean;
  isCalled: boolean;
  retryOnFail: boolean;
  onError: 'stopWorkflow' | 'continueErrorOutput';
  savesProgress: boolean;
  executionOrder: 'v0' | 'v1';
  /** How often the waiting part runs, in a loop of the workflow. */
  rounds: number;
  /** Each round comes from a node of its own instead: more than one may be waited for at a time. */
  isBranched: boolean;
  intervalSeconds: number;
  /** Of the service: whose key the execution uses. */
  account: number;
  /** The time limit of each task. */
  timeoutMinutes: number;
}

/** A moment in the midst of something: so many happenings after the next of its kind. */
export interface Sharply {
  after: 'waking' | 'falling asleep' | 'call' | 'creation';
  happenings: number;
}

export type OutageKind = 'reset' | 'unavailable' | 'silent' | 'keyRefused';

export type Disturbance =
  | {
      kind: 'kill' | 'stop';
      process: 'main' | 'worker';
      atMs: number;
      downMs: number;
      sharply?: Sharply;
    }
  | { kind: 'outage'; atMs: number; forMs: number; how: OutageKind }
  | { kind: 'pause'; atMs: number; forMs: number }
  | { kind: 'slowStore'; atMs: number; forMs: number; latencyMs: number }
  | { kind: 'clock'; atMs: number; byMs: number }
  | { kind: 'unreachable'; atMs: number; forMs: number }
  | { kind: 'cancel'; atMs: number }
  | { kind: 'busy'; atMs: number; forMs: number }
  | { kind: 'forgedCalls'; atMs: number; count: number; named: boolean };

export interface Plan {
  seed: number;
  setup: 'regular' | 'queue';
  workers: number;
  workerClocksAheadMs: number[];
  /** Whether n8n puts back what it took from the stack, as it does, or a copy made before. */
  engine: 'asItIs' | 'snapshots';
  /**
   * Whether n8n starts a waiting execution only if the database still calls it waiting, as it does,
   * or whatever has become of it, as it did before.
   */
  claims: boolean;
  /** Executions at a time that n8n allows; 0 for no limit. */
  limit: number;
  executions: ExecutionPlan[];
  disturbances: Disturbance[];
  /** Of n8n's database. */
  storeLatencyMs: number;
  start: {
    /** From the wait tracker to answers of HTTP, and from those to the crash recovery. */
    httpMs: number;
    recoveryMs: number;
    recoverEachMs: number;
    /**
     * n8n's own hook throws for what is resumed from when a module is imported until its settings
     * are read. The import itself takes most of it, and lets little else run.
     */
    otelMs: number;
  };
  /** A person retries executions that ended with an error. */
  retriesErrors: boolean;
  callbacks: { share: number; lateMs: number; early: boolean; repeats: number };
  lookLatencyMs: number;
}

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
  const usual = orderLater(busy, new Dice(seed, 'later'));
  const slow = new Dice(seed, 'slow');
  const slowly = slow.isTrue(isJam ? 0.3 : 0.08)
    ? { lookLatencyMs: slow.scale(1_000, 15_000) }
    : {};
  return { ...(isOlder ? onOlderN8n(usual) : usual), ...slowly };
}

/** Where the clock is set, most begin after that, while the first one is still waited for. */
function orderLater(plan: Plan, dice: Dice): Plan {
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

/** The same on an n8n that starts what it has read, also where a person has stopped it meanwhile. */
function onOlderN8n(plan: Plan): Plan {
  const disturbances = plan.disturbances.filter(({ kind }) => kind !== 'cancel');
  return { ...plan, claims: false, disturbances };
}

/** The same with videos that leave one after another: much happens between two sleeps. */
function trickling(plan: Plan, dice: Dice): Plan {
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
function jam(plan: Plan, dice: Dice): Plan {
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

const lastEnd = ({ atMs, orders, rounds }: ExecutionPlan) =>
  atMs + rounds * Math.max(...orders.map(({ takesMs }) => takesMs));

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

function planDisturbances(
  dice: Dice,
  lastMs: number,
  setup: Plan['setup'],
  limit: number,
): Disturbance[] {
  const some: Disturbance[] = [];
  const when = () => dice.between(0, lastMs * 1.1);
  for (let n = dice.pick([0, 1, 1, 1, 2, 3]); n > 0; n--) {
    const kind = dice.pick(['kill', 'kill', 'stop'] as const);
    const after = dice.pick(['waking', 'waking', 'falling asleep', 'call', 'creation'] as const);
    const happenings = Math.floor(dice.scale(1, 60));
    some.push({
      kind,
      process: setup === 'queue' && dice.isTrue(0.4) ? 'worker' : 'main',
      atMs: when(),
      downMs: dice.scale(500, 20 * minute),
      ...(dice.isTrue(0.5) && { sharply: { after, happenings } }),
    });
  }
  if (dice.isTrue(0.2))
    some.push({
      kind: 'outage',
      atMs: when(),
      forMs: dice.scale(1_000, 5 * minute),
      how: dice.pick(['reset', 'unavailable', 'silent', 'keyRefused'] as const),
    });
  if (dice.isTrue(0.12))
    some.push({ kind: 'pause', atMs: when(), forMs: dice.scale(1_000, 2 * minute) });
  if (dice.isTrue(0.2))
    some.push({
      kind: 'slowStore',
      atMs: when(),
      forMs: dice.scale(5_000, 5 * minute),
      latencyMs: dice.scale(50, 4_000),
    });
  if (dice.isTrue(0.12))
    some.push({
      kind: 'clock',
      atMs: when(),
      byMs: dice.scale(1_000, 60 * minute) * dice.pick([-1, 1]),
    });
  if (dice.isTrue(0.08))
    some.push({ kind: 'unreachable', atMs: when(), forMs: dice.scale(1_000, 10 * minute) });
  // Other executions take the places that a limit leaves.
  const others =
    setup === 'regular' && limit > 0 && dice.isTrue(0.7) ? dice.whole(1, 3 * limit) : 0;
  const busyAtMs = when();
  for (let n = 0; n < others; n++)
    some.push({
      kind: 'busy',
      atMs: dice.isTrue(0.6) ? busyAtMs + dice.between(0, 5_000) : when(),
      forMs: dice.scale(2_000, 2.5 * minute),
    });
  if (dice.isTrue(0.08)) some.push({ kind: 'cancel', atMs: when() });
  for (let n = dice.pick([0, 0, 0, 1, 3]); n > 0; n--)
    some.push({
      kind: 'forgedCalls',
      atMs: when(),
      count: dice.whole(1, 5),
      named: dice.isTrue(0.5),
    });
  return some;
}

/** n8n is killed, and once more as soon as it has woken some who are to bring home the others. */
function planKillsInStart(dice: Dice, lastMs: number): Disturbance[] {
  if (!dice.isTrue(0.5)) return [];
  const process = 'main';
  const atMs = dice.between(20_000, Math.max(20_000, lastMs * 0.4));
  // Long enough for the first timers to be overdue.
  const downMs = dice.between(80_000, 4 * minute);
  const happenings = Math.floor(dice.scale(4, 200));
  return [
    { kind: 'kill', process, atMs, downMs },
    {
      ...{ kind: 'kill', process, atMs: atMs + 10, downMs: dice.scale(1_000, minute) },
      sharply: { after: 'waking', happenings },
    },
  ];
}
