import {
  hasRoom,
  noteAbsence,
  noteAnswer,
  noteDeparture,
  opensAtMs,
  startPace,
  type RequestKind,
  type Verdict,
} from './pace';
import { Turns, type Flow } from './turns';
import type { Urgency } from './urgency';

/** The world, as a pacer sees it; tests pass their own. */
export interface PacerWorld {
  nowMs(): number;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
}

/** How long a request may wait while the service answers that it is too busy. */
export interface Patience {
  budgetMs: number;
  /** Filled in by the pacer at the first request: what had been waited before it came. */
  beforeMs?: number;
}

export interface Ride {
  urgency: Urgency;
  flow: Flow;
  patience: Patience;
  /** Takes the request out of the queue at once. */
  signal?: AbortSignal | undefined;
}

/** What became of a request's wait for its turn. */
export type Admission =
  | { kind: 'go'; pass: Pass }
  /** The service stays closed for longer than the request may wait. */
  | { kind: 'closed'; forMs: number }
  | { kind: 'cancelled' };

/** What a request that is under way gives back when it is answered. */
export interface Pass {
  kind: RequestKind;
  sentAtMs: number;
  inFlight: number;
}

interface Waiting {
  ride: Ride;
  leave(): void;
  decide(admission: Admission): void;
}

export const kindOf = (urgency: Urgency): RequestKind => (urgency === 'create' ? 'create' : 'look');

const kinds: readonly RequestKind[] = ['create', 'look'];

// Timers cannot be set further ahead than 24 days.
const longestSleepMs = 24 * 60 * 60_000;

/** Lets the requests of one account go as fast as its service takes them. */
export class Pacer {
  private readonly pace;
  private readonly turns = new Turns<Waiting>();
  private readonly waiting = new Set<Waiting>();
  /** All pauses so far, in ms, and what they had come to when a request was last taken. */
  private readonly pausedMs = { create: 0, look: 0 };
  private readonly calmAtMs = { create: 0, look: 0 };
  private alarm: { atMs: number; cancel: AbortController } | undefined;

  constructor(private readonly world: PacerWorld) {
    this.pace = startPace(world.nowMs());
  }

  get queued(): number {
    return this.waiting.size;
  }

  get underWay(): number {
    return this.pace.underWay;
  }

  get activeAtMs(): number {
    return this.pace.activeAtMs;
  }

  /** Waits for a request's turn; each that goes has to come back by {@link leave}. */
  async enter(ride: Ride): Promise<Admission> {
    return await new Promise((resolve) => {
      if (ride.signal?.aborted) return resolve({ kind: 'cancelled' });
      const closedMs = this.closedForMs(kindOf(ride.urgency));
      ride.patience.beforeMs ??= this.pausedMs[kindOf(ride.urgency)] - closedMs;
      const onAbort = () => {
        waiting.leave();
        waiting.decide({ kind: 'cancelled' });
        if (this.waiting.size === 0) this.alarm?.cancel.abort();
      };
      const waiting: Waiting = {
        ride,
        leave: () => {},
        decide: (admission) => {
          ride.signal?.removeEventListener('abort', onAbort);
          this.waiting.delete(waiting);
          resolve(admission);
        },
      };
      if (this.isTooLong(ride)) return resolve({ kind: 'closed', forMs: closedMs });
      ride.signal?.addEventListener('abort', onAbort, { once: true });
      waiting.leave = this.turns.join(ride.urgency, ride.flow, waiting);
      this.waiting.add(waiting);
      this.admit();
    });
  }

  /** @param verdict - absent where the answer was not waited for */
  leave(pass: Pass, verdict?: Verdict, retryAfterMs?: number): void {
    if (verdict === undefined) noteAbsence(this.pace);
    else {
      const sample = { ...pass, verdict, retryAfterMs, nowMs: this.world.nowMs() };
      const before = kinds.map((kind) => this.closedForMs(kind));
      noteAnswer(this.pace, sample);
      kinds.forEach((kind, at) => (this.pausedMs[kind] += this.closedForMs(kind) - before[at]!));
      const { kind } = pass;
      if (verdict === 'taken') this.calmAtMs[kind] = this.pausedMs[kind] - this.closedForMs(kind);
      if (verdict === 'refused') this.turnAwayTheImpatient();
    }
    this.admit();
  }

  private closedForMs(kind: RequestKind): number {
    return Math.max(0, this.pace.closedUntilMs[kind] - this.world.nowMs());
  }

  private isTooLong({ patience, urgency }: Ride): boolean {
    const kind = kindOf(urgency);
    if (this.closedForMs(kind) === 0) return false;
    const sinceMs = Math.max(patience.beforeMs ?? 0, this.calmAtMs[kind]);
    return this.pausedMs[kind] - sinceMs > patience.budgetMs;
  }

  private turnAwayTheImpatient(): void {
    for (const waiting of [...this.waiting]) {
      if (!this.isTooLong(waiting.ride)) continue;
      waiting.leave();
      waiting.decide({
        kind: 'closed',
        forMs: this.closedForMs(kindOf(waiting.ride.urgency)),
      });
    }
  }

  private admit(): void {
    while (this.waiting.size > 0 && hasRoom(this.pace)) {
      const nowMs = this.world.nowMs();
      const isOpen = (urgency: Urgency) => opensAtMs(this.pace, kindOf(urgency)) <= nowMs;
      const next = this.turns.take(isOpen);
      if (next === undefined) return this.wakeAt(this.nextOpeningMs(), nowMs);
      const { urgency } = next.ride;
      const inFlight = noteDeparture(this.pace, nowMs);
      next.decide({ kind: 'go', pass: { kind: kindOf(urgency), sentAtMs: nowMs, inFlight } });
    }
    // An answer, or the next request, wakes it.
    this.alarm?.cancel.abort();
  }

  private nextOpeningMs(): number {
    const looks: Urgency[] = ['lastLook', 'likelyEnd', 'routine'];
    return Math.min(
      this.turns.has('create') ? opensAtMs(this.pace, 'create') : Infinity,
      looks.some((urgency) => this.turns.has(urgency)) ? opensAtMs(this.pace, 'look') : Infinity,
    );
  }

  private wakeAt(atMs: number, nowMs: number): void {
    if (this.alarm?.atMs === atMs && !this.alarm.cancel.signal.aborted) return;
    this.alarm?.cancel.abort();
    const alarm = { atMs, cancel: new AbortController() };
    this.alarm = alarm;
    const ring = () => {
      if (this.alarm === alarm) this.alarm = undefined;
      this.admit();
    };
    this.world
      .sleep(Math.min(atMs - nowMs, longestSleepMs), alarm.cancel.signal)
      .then(ring, () => {});
  }
}
