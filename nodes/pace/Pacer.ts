import { Cancellations } from './Cancellations';
import { LoopShare } from './LoopShare';
import type { Flight } from './flights';
import {
  activeAtMs,
  noteAbsence,
  noteAnswer,
  noteDeparture,
  opensAtMs,
  startPace,
  underWay,
  type Verdict,
} from './pace';
import { Turns, type Flow } from './turns';
import { kindOf, requestKinds, urgencies, type RequestKind, type Urgency } from './urgency';
import type { PacerWorld } from './PacerWorld';

/** How long a request may wait while the service asks for pauses and takes none of its kind. */
export interface Patience {
  budgetMs: number;
  /** The service has refused it, so it goes before the others of its flow. */
  wasRefused?: boolean;
  /** The pauses before it came, in ms: the pacer's own note. */
  beforeMs?: number | undefined;
}

/** A request that wants to go. */
export interface Ride {
  urgency: Urgency;
  flow: Flow;
  patience: Patience;
  /** Each takes the request out of the queue at once. */
  signals: readonly AbortSignal[];
  /** Hears how long the service is closed to the request, when it comes and with each new pause. */
  onPause?(forMs: number): void;
}

/** What became of a request's wait for its turn. */
export type Turn =
  /** It may go, and has to come back with the pass. */
  | { kind: 'go'; pass: Flight }
  /** The service stays closed for longer than the request may wait. */
  | { kind: 'closed'; forMs: number }
  | { kind: 'cancelled' };

interface Waiting {
  ride: Ride;
  /** Leaves the queue with this answer. */
  decide(turn: Turn): void;
}

/** Made once: an error with its stack takes longer than all else. */
const isNotNeeded = new Error('nothing waits for this time any more');

// Timers cannot be set further ahead than 24 days.
const longestSleepMs = 24 * 60 * 60_000;

/** Lets the requests of one account go as fast as its service takes them. */
export class Pacer {
  private readonly pace;
  private readonly turns = new Turns<Waiting>();
  private readonly waiting = new Set<Waiting>();
  private readonly cancellations = new Cancellations<Waiting>(({ decide }) => {
    decide({ kind: 'cancelled' });
    this.admit();
  });
  /** All pauses so far, in ms, and what they had come to when a request was last taken. */
  private readonly pausedMs = { create: 0, look: 0 };
  private readonly calmAtMs = { create: 0, look: 0 };
  private readonly loopShare: LoopShare;
  private isReadingAnswers = false;
  private alarm: { atMs: number; cancel: AbortController } | undefined;

  constructor(private readonly world: PacerWorld) {
    this.pace = startPace(world.nowMs());
    this.loopShare = new LoopShare(world, () => this.admit());
  }

  get queued(): number {
    return this.waiting.size;
  }

  get underWay(): number {
    return underWay(this.pace);
  }

  get activeAtMs(): number {
    return activeAtMs(this.pace);
  }

  /** Waits for a request's turn; each that goes has to come back by {@link leave}. */
  async enter(ride: Ride): Promise<Turn> {
    const { urgency, flow, signals, patience } = ride;
    if (signals.some(({ aborted }) => aborted)) return { kind: 'cancelled' };
    const kind = kindOf(urgency);
    const closedMs = this.closedForMs(kind);
    patience.beforeMs ??= this.pausedMs[kind] - closedMs;
    if (this.isTooLong(ride)) return { kind: 'closed', forMs: closedMs };
    if (closedMs > 0) ride.onPause?.(closedMs);
    return await new Promise((resolve) => {
      const waiting: Waiting = {
        ride,
        decide: (turn) => {
          if (turn.kind !== 'go') leave();
          this.waiting.delete(waiting);
          for (const signal of signals) this.cancellations.remove(signal, waiting);
          resolve(turn);
        },
      };
      const leave = this.turns.join(urgency, flow, waiting, patience.wasRefused);
      this.waiting.add(waiting);
      for (const signal of signals) this.cancellations.add(signal, waiting);
      this.admit();
    });
  }

  /** @param verdict - absent where the answer was not waited for */
  leave(pass: Flight, verdict?: Verdict, retryAfterMs?: number): void {
    if (verdict === undefined) noteAbsence(this.pace, pass);
    else {
      const before = { create: this.closedForMs('create'), look: this.closedForMs('look') };
      const heldBack = this.isHeldBack ? this.turns.size : 0;
      const nowMs = this.world.nowMs();
      noteAnswer(this.pace, pass, { verdict, retryAfterMs, nowMs, heldBack });
      for (const kind of requestKinds) this.pausedMs[kind] += this.closedForMs(kind) - before[kind];
      const { kind } = pass;
      if (verdict === 'taken') this.calmAtMs[kind] = this.pausedMs[kind] - this.closedForMs(kind);
      if (verdict === 'refused' || verdict === 'closed') this.tellThePause();
    }
    if (!this.isReadingAnswers) void this.admitBehindAnswers();
  }

  /** A refusal may have come with the answer: all that are here are read before others go. */
  private async admitBehindAnswers(): Promise<void> {
    if (this.waiting.size > 0) {
      this.isReadingAnswers = true;
      await this.world.sleep(0, new AbortController().signal);
      this.isReadingAnswers = false;
    }
    this.admit();
  }

  /** Whether nothing goes, whatever the service takes. */
  private get isHeldBack(): boolean {
    return this.isReadingAnswers || this.loopShare.isOthersTurn;
  }

  private closedForMs(kind: RequestKind): number {
    return Math.max(0, this.pace.closedUntilMs[kind] - this.world.nowMs());
  }

  private isTooLong({ patience, urgency }: Ride): boolean {
    const kind = kindOf(urgency);
    if (this.closedForMs(kind) === 0) return false;
    const { beforeMs = 0, wasRefused } = patience;
    // Others being taken is no comfort to a request that is refused again and again.
    const sinceMs = wasRefused ? beforeMs : Math.max(beforeMs, this.calmAtMs[kind]);
    return this.pausedMs[kind] - sinceMs > patience.budgetMs;
  }

  /** Turns away those who would have to wait for longer than they may. */
  private tellThePause(): void {
    for (const { ride, decide } of [...this.waiting]) {
      const forMs = this.closedForMs(kindOf(ride.urgency));
      if (this.isTooLong(ride)) decide({ kind: 'closed', forMs });
      else if (forMs > 0) ride.onPause?.(forMs);
    }
  }

  private admit(): void {
    while (this.waiting.size > 0) {
      if (this.isHeldBack) return;
      const nowMs = this.world.nowMs();
      const next = this.turns.take((urgency) => this.opensAtMs(urgency, nowMs) <= nowMs);
      if (next === undefined) return this.wakeAt(this.nextOpeningMs(nowMs), nowMs);
      const { urgency } = next.ride;
      next.decide({
        kind: 'go',
        pass: noteDeparture(this.pace, kindOf(urgency), nowMs, this.turns.size),
      });
      this.loopShare.noteDeparture(urgency);
    }
    // The next request wakes it.
    this.alarm?.cancel.abort(isNotNeeded);
    this.alarm = undefined;
  }

  private opensAtMs(urgency: Urgency, nowMs: number): number {
    const openMs = opensAtMs(this.pace, kindOf(urgency), nowMs);
    return Math.max(openMs, this.loopShare.opensAtMs(urgency));
  }

  private nextOpeningMs(nowMs: number): number {
    const waiting = urgencies.filter((urgency) => this.turns.has(urgency));
    return Math.min(...waiting.map((urgency) => this.opensAtMs(urgency, nowMs)));
  }

  private wakeAt(atMs: number, nowMs: number): void {
    // One that rings too early sets itself anew.
    if (this.alarm && this.alarm.atMs > nowMs && this.alarm.atMs <= atMs) return;
    this.alarm?.cancel.abort(isNotNeeded);
    const alarm = { atMs, cancel: new AbortController() };
    this.alarm = alarm;
    const ring = () => {
      if (this.alarm !== alarm) return;
      this.alarm = undefined;
      this.admit();
    };
    const durationMs = Math.min(Math.ceil(atMs - nowMs), longestSleepMs);
    this.world.sleep(durationMs, alarm.cancel.signal).then(ring, () => {});
  }
}
