import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { seededRandom } from './Dice.ts';

/** Whose timer or request it is: a process of n8n, with a clock of its own. */
export interface Owner {
  readonly name: string;
  /** As n8n calls it. */
  readonly kind: 'main' | 'worker';
  /** A process that was killed never acts again: what it waits for never comes. */
  isDead: boolean;
  /** When the process began, by the world's time. */
  readonly bornAtMs: number;
  /** How far its time of day is ahead of the world's. */
  clockAheadMs: number;
}

interface Happening {
  atMs: number;
  order: number;
  owner: Owner | undefined;
  run: () => void;
  isOff: boolean;
}

/** A history in which more happens goes on without end. */
export const mostHappenings = 150_000;

/** The one source of time and chance of a history: nothing in it happens but by this agenda. */
export class VirtualTime {
  nowMs = 0;
  private readonly agenda: Happening[] = [];
  private orders = 0;
  /** Chance for the code under test, of all processes. */
  readonly random: () => number;
  /** Timers that code under test has set and that have not gone off, by owner. */
  private readonly held = new Map<Owner, Set<Happening>>();

  /** The time of day when the history begins, in ms since the epoch. */
  readonly epochMs: number;

  constructor(seed: number, epochMs: number) {
    this.epochMs = epochMs;
    this.random = seededRandom(seed);
  }

  /** Something that happens by itself, or to this owner if it still lives. */
  at(atMs: number, run: () => void, owner?: Owner): Happening {
    const happening = {
      ...{ atMs: Math.max(atMs, this.nowMs), order: this.orders++ },
      ...{ owner, run, isOff: false },
    };
    push(this.agenda, happening);
    return happening;
  }

  after(delayMs: number, run: () => void, owner?: Owner): Happening {
    return this.at(this.nowMs + delayMs, run, owner);
  }

  /** Resolves after the time, unless the owner has been killed meanwhile. */
  pass(delayMs: number, owner?: Owner): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve, owner));
  }

  /** A timer of the code under test. */
  setTimer(owner: Owner, delayMs: number, run: () => void): Happening {
    const held = this.held.get(owner) ?? new Set();
    this.held.set(owner, held);
    const timer = this.after(
      Math.max(1, Number(delayMs) || 0),
      () => {
        held.delete(timer);
        run();
      },
      owner,
    );
    held.add(timer);
    return timer;
  }

  clearTimer(timer: Happening): void {
    timer.isOff = true;
    if (timer.owner) this.held.get(timer.owner)?.delete(timer);
  }

  /** The timers that the code under test holds in a process, each by when it would go off. */
  timersOf(owner: Owner): number[] {
    return [...(this.held.get(owner) ?? [])].map(({ atMs }) => atMs);
  }

  /** Calls back in the midst of what happens: when so many more things have happened. */
  afterHappenings(count: number, run: () => void): void {
    this.countdowns.push({ left: count, run });
  }

  /** How many things have happened. */
  happened = 0;

  private readonly countdowns: Array<{ left: number; run: () => void }> = [];

  private countDown(): void {
    for (const countdown of [...this.countdowns]) {
      countdown.left -= 1;
      if (countdown.left > 0) continue;
      this.countdowns.splice(this.countdowns.indexOf(countdown), 1);
      countdown.run();
    }
  }

  timeOfDayMs = (owner: Owner) => this.epochMs + this.nowMs + owner.clockAheadMs;

  /** When the next thing happens; Infinity when nothing does. */
  get nextAtMs(): number {
    while (this.agenda[0]?.isOff === true || this.agenda[0]?.owner?.isDead === true)
      pop(this.agenda);
    return this.agenda[0]?.atMs ?? Infinity;
  }

  /** Lets things happen, one after another, until this time or until it is enough. */
  async runUntil(atMs: number, isEnough: () => boolean = () => false): Promise<void> {
    await settle();
    while (this.nextAtMs <= atMs && !isEnough() && this.happened < mostHappenings) {
      this.happened += 1;
      const { owner, run, atMs: dueMs } = pop(this.agenda)!;
      this.nowMs = dueMs;
      if (owner === undefined) run();
      else acting.run({ owner, time: this }, run);
      await settle();
      if (this.countdowns.length > 0) this.countDown();
    }
    if (!isEnough()) this.nowMs = Math.max(this.nowMs, atMs);
  }
}

const realImmediate = setImmediate;
/** Everything that follows at once from what happened has happened then. */
const settle = () => new Promise<void>((resolve) => realImmediate(resolve));

/** What the code that runs just now belongs to. */
const acting = new AsyncLocalStorage<{ owner: Owner; time: VirtualTime }>();

export const ownerNow = () => acting.getStore()?.owner;

/** Lets code act as a process. */
export const actAs = <T>(owner: Owner, time: VirtualTime, act: () => T): T =>
  acting.run({ owner, time }, act);

function push(heap: Happening[], one: Happening): void {
  let at = heap.length;
  heap.push(one);
  while (at > 0) {
    const up = (at - 1) >> 1;
    if (!isBefore(one, heap[up]!)) break;
    heap[at] = heap[up]!;
    at = up;
  }
  heap[at] = one;
}

function pop(heap: Happening[]): Happening | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let down = 2 * at + 1;
    if (down >= heap.length) break;
    if (down + 1 < heap.length && isBefore(heap[down + 1]!, heap[down]!)) down += 1;
    if (!isBefore(heap[down]!, last)) break;
    heap[at] = heap[down]!;
    at = down;
  }
  heap[at] = last;
  return first;
}

const isBefore = (one: Happening, other: Happening) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

/** A timer as Node hands it out. */
const asTimer = (happening: Happening | undefined) => ({
  happening,
  ref() {
    return this;
  },
  unref() {
    return this;
  },
  hasRef: () => true,
});

let isInstalled = false;

/**
 * Lets the globals that tell time or make chance ask the virtual time wherever a simulated process
 * acts. All other code of this real process has them as they are.
 */
export function installVirtualTime(): void {
  if (isInstalled) return;
  isInstalled = true;
  const real = {
    ...{ setTimeout, clearTimeout, setInterval, clearInterval },
    Date,
    random: Math.random,
    now: performance.now.bind(performance),
    digest: crypto.subtle.digest.bind(crypto.subtle),
  };
  const simulated = {
    setTimeout(run: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) {
      const act = acting.getStore();
      if (act === undefined) return real.setTimeout(run, delayMs, ...args);
      return asTimer(act.time.setTimer(act.owner, delayMs, () => run(...args)));
    },
    // Nodes may not use it; libraries that all processes share sweep their caches by it.
    setInterval(run: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) {
      const isSimulated = acting.getStore() !== undefined;
      return isSimulated ? asTimer(undefined) : real.setInterval(run, delayMs, ...args);
    },
    clear(clearReal: (timer: never) => void, timer: unknown) {
      const happening = (Object(timer) as { happening?: Happening }).happening;
      const act = acting.getStore();
      if (happening === undefined) clearReal(timer as never);
      else if (act !== undefined) act.time.clearTimer(happening);
      else happening.isOff = true;
    },
  };
  const nowMs = () => {
    const act = acting.getStore();
    return act === undefined ? real.Date.now() : Math.floor(act.time.timeOfDayMs(act.owner));
  };
  class SimulatedDate extends real.Date {
    constructor(...args: unknown[]) {
      if (args.length === 0) super(nowMs());
      else super(...(args as [number]));
    }
    static override now = nowMs;
    static override [Symbol.hasInstance](value: unknown) {
      return real.Date.prototype.isPrototypeOf(Object(value));
    }
  }
  Object.assign(globalThis, {
    setTimeout: simulated.setTimeout,
    setInterval: simulated.setInterval,
    clearTimeout: (timer: unknown) => simulated.clear(real.clearTimeout as never, timer),
    clearInterval: (timer: unknown) => simulated.clear(real.clearInterval as never, timer),
    Date: SimulatedDate,
  });
  Math.random = () => {
    const act = acting.getStore();
    return act === undefined ? real.random() : act.time.random();
  };
  performance.now = () => {
    const act = acting.getStore();
    return act === undefined ? real.now() : act.time.nowMs - act.owner.bornAtMs;
  };
  // Node works it out in another thread, whose answer would come at a time of its own.
  crypto.subtle.digest = async (algorithm, data) => {
    if (acting.getStore() === undefined) return await real.digest(algorithm, data);
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    const name = typeof algorithm === 'string' ? algorithm : algorithm.name;
    const digest = createHash(name.replace('-', '').toLowerCase()).update(bytes).digest();
    return new Uint8Array(digest).buffer;
  };
}
