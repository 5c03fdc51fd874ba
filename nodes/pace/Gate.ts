import { Limit, mostPerTurn, trialMs, type Pass } from './Limit';
import { Turns, type Flow } from './Turns';
import { kindOf, requestKinds, type RequestKind, type Urgency } from './urgency';

/** Routine looks leave n8n's other executions this many times as long as they took themselves. */
const restPerTurn = 4;

/** Shared instance: capturing a stack for each alarm that is put off costs more than the alarm. */
const isNotNeeded = new Error('another turn came before');

/** The world, as a gate sees it; tests pass their own. */
export interface GateWorld {
  /** A clock that nobody sets. */
  nowMs(): number;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

/** How long a request may wait while the service takes none of its kind; one object for all its tries. */
export interface Patience {
  budgetMs: number;
  /** When it came, and was first refused: the gate's own notes. */
  sinceMs?: number;
  refusedAtMs?: number;
}

/** A request that wants to go. */
export interface GateRequest {
  urgency: Urgency;
  flow: Flow;
  patience: Patience;
  /** Each takes the request out of the queue at once. */
  signals: readonly AbortSignal[];
  /** Hears how long the service is closed to the request, when it comes and with each new pause. */
  onPause?(forMs: number): void;
}

/** A request on its way: it has to come back by {@link Gate.leave}. */
export type GatePass = Pass & { patience: Patience };

/**
 * What an answer tells: taken, whatever it says; refused (429); closed to all (503 with a
 * Retry-After); or no proper answer.
 */
export type Verdict = 'taken' | 'refused' | 'closed' | 'broken';

/** What became of a request's wait for its turn. */
export type Turn =
  | { kind: 'go'; pass: GatePass }
  /** The service stays closed for longer than the request may wait. */
  | { kind: 'closed'; forMs: number }
  | { kind: 'cancelled' };

interface Waiting extends GateRequest {
  wasRefused: boolean;
  resolve(turn: Turn): void;
}

/** Lets the requests of one account go as fast as its service takes them. */
export class Gate {
  private readonly turns = new Turns<Waiting>();
  /** One limit for both kinds, until the service takes one of them in a pause of the other. */
  private readonly limits: Record<RequestKind, Limit>;
  private readonly closedUntilMs = { create: -Infinity, look: -Infinity };
  private readonly toldMs = { create: { from: 0, until: 0 }, look: { from: 0, until: 0 } };
  private readonly takenAtMs: Record<RequestKind, number>;
  private readonly stops = new Map<AbortSignal, Set<Waiting>>();
  private isTurnComing = false;
  private routineFromMs = -Infinity;
  private alarm: AbortController | undefined;
  /** When it was last used. */
  activeAtMs: number;

  constructor(private readonly world: GateWorld) {
    const nowMs = world.nowMs();
    const limit = new Limit(nowMs);
    this.limits = { create: limit, look: limit };
    this.takenAtMs = { create: nowMs, look: nowMs };
    this.activeAtMs = nowMs;
  }

  /** Whether nobody waits, and nothing is under way. */
  get isIdle(): boolean {
    return this.turns.isEmpty && requestKinds.every((kind) => this.limits[kind].isIdle);
  }

  /** Waits for a request's turn; each that goes has to come back by {@link leave}. */
  async enter(request: GateRequest): Promise<Turn> {
    const { patience, signals, urgency } = request;
    if (signals.some(({ aborted }) => aborted)) return { kind: 'cancelled' };
    const nowMs = this.world.nowMs();
    const kind = kindOf(urgency);
    this.activeAtMs = nowMs;
    patience.sinceMs ??= nowMs;
    const forMs = this.closedUntilMs[kind] - nowMs;
    if (this.isHopeless(request)) return { kind: 'closed', forMs };
    if (forMs > 0) request.onPause?.(forMs);
    if (this.turns.isEmpty) this.limits[kind].noteIdle(nowMs);
    return await new Promise((resolve) => {
      const waiting = { ...request, wasRefused: patience.refusedAtMs !== undefined, resolve };
      this.turns.add(waiting);
      for (const signal of signals) this.listen(signal, waiting);
      void this.giveTurn();
    });
  }

  /** @param verdict - absent where the answer was not waited for */
  leave(pass: GatePass, verdict?: Verdict, retryAfterMs?: number): void {
    const nowMs = this.world.nowMs();
    const { kind, limit } = pass;
    this.activeAtMs = nowMs;
    limit.leave(pass);
    if (verdict === 'taken') {
      this.takenAtMs[kind] = nowMs;
      limit.noteTaken(pass, nowMs, !this.turns.isEmpty);
      this.partLimits(pass, nowMs);
    }
    if (verdict === 'broken') limit.noteBroken(pass, nowMs);
    if (verdict === 'refused' || verdict === 'closed') {
      pass.patience.refusedAtMs ??= nowMs;
      const pauseMs = limit.noteRefused(pass, nowMs, retryAfterMs, this.world.random());
      this.pause(pass, nowMs + pauseMs, verdict);
      // It has whole seconds: the pause may be over so much sooner.
      this.toldMs[kind] = { from: nowMs, until: nowMs + (retryAfterMs ?? 0) - 1000 };
    }
    void this.giveTurn();
  }

  /** A kind that is taken while the service keeps the other one waiting has a limit of its own. */
  private partLimits({ kind, limit, sentAtMs }: GatePass, nowMs: number): void {
    const other = kind === 'create' ? 'look' : 'create';
    const { from, until } = this.toldMs[other];
    if (this.limits[other] !== limit || sentAtMs < from || nowMs > until) return;
    this.limits[kind] = new Limit(nowMs);
  }

  /** The other kind, where it may share the limit, tries soon. */
  private pause({ kind, limit }: GatePass, untilMs: number, verdict: Verdict): void {
    for (const one of requestKinds) {
      const isMeant = one === kind || verdict === 'closed';
      if (!isMeant && this.limits[one] !== limit) continue;
      const endsAtMs = isMeant ? untilMs : Math.min(untilMs, this.world.nowMs() + trialMs);
      this.closedUntilMs[one] = Math.max(this.closedUntilMs[one], endsAtMs);
    }
    for (const waiting of [...this.turns]) {
      const forMs = this.closedUntilMs[kindOf(waiting.urgency)] - this.world.nowMs();
      if (this.isHopeless(waiting)) this.settle(waiting, { kind: 'closed', forMs });
      else if (forMs > 0) waiting.onPause?.(forMs);
    }
  }

  private isHopeless({ patience, urgency }: GateRequest): boolean {
    const kind = kindOf(urgency);
    const untilMs = this.closedUntilMs[kind];
    // Others being taken is no comfort to a request that is refused again and again.
    const sinceMs = patience.refusedAtMs ?? Math.max(patience.sinceMs!, this.takenAtMs[kind]);
    return untilMs > this.world.nowMs() && untilMs - sinceMs > patience.budgetMs;
  }

  /** Answers that are here are all read before others go, and n8n's executions have their turns. */
  private async giveTurn(): Promise<void> {
    if (this.isTurnComing || this.turns.isEmpty) return;
    this.isTurnComing = true;
    await this.world.sleep(0);
    this.isTurnComing = false;
    this.admit();
  }

  private admit(): void {
    this.alarm?.abort(isNotNeeded);
    this.alarm = undefined;
    const nowMs = this.world.nowMs();
    for (let sent = 0; sent < mostPerTurn; sent += 1) {
      const next = this.turns.take((urgency) => this.opensAtMs(urgency) <= nowMs);
      if (next === undefined) return this.wake(nowMs);
      const kind = kindOf(next.urgency);
      const limit = this.limits[kind];
      const pass = { kind, limit, sentAtMs: nowMs, patience: next.patience };
      limit.depart(pass);
      this.settle(next, { kind: 'go', pass });
      if (next.urgency === 'routine') void this.rest(nowMs);
    }
    void this.giveTurn();
  }

  private opensAtMs(urgency: Urgency): number {
    const kind = kindOf(urgency);
    const restsUntilMs = urgency === 'routine' ? this.routineFromMs : -Infinity;
    return Math.max(restsUntilMs, this.closedUntilMs[kind], this.limits[kind].opensAtMs);
  }

  /** Routine looks are in no hurry, and there is no end of them. */
  private async rest(sentAtMs: number): Promise<void> {
    await this.world.sleep(0);
    const nowMs = this.world.nowMs();
    this.routineFromMs = nowMs + Math.min(trialMs, restPerTurn * (nowMs - sentAtMs));
  }

  private wake(nowMs: number): void {
    if (this.turns.isEmpty) return;
    const opensAtMs = Math.min(...this.turns.waiting.map((urgency) => this.opensAtMs(urgency)));
    this.alarm = new AbortController();
    const alarm = this.world.sleep(Math.ceil(opensAtMs - nowMs), this.alarm.signal);
    alarm.then(
      () => this.admit(),
      () => {},
    );
  }

  private settle(waiting: Waiting, turn: Turn): void {
    this.turns.delete(waiting);
    for (const signal of waiting.signals) this.ignore(signal, waiting);
    if (this.turns.isEmpty) this.alarm?.abort(isNotNeeded);
    waiting.resolve(turn);
  }

  /** One listener for each signal: Node warns of more than ten, and searches through all of them. */
  private listen(signal: AbortSignal, waiting: Waiting): void {
    const known = this.stops.get(signal);
    if (known) return void known.add(waiting);
    this.stops.set(signal, new Set([waiting]));
    signal.addEventListener('abort', this.onAbort);
  }

  private ignore(signal: AbortSignal, waiting: Waiting): void {
    const all = this.stops.get(signal);
    all?.delete(waiting);
    if (all === undefined || all.size > 0) return;
    this.stops.delete(signal);
    signal.removeEventListener('abort', this.onAbort);
  }

  private readonly onAbort = ({ target }: Event): void => {
    for (const one of [...(this.stops.get(target as AbortSignal) ?? [])])
      this.settle(one, { kind: 'cancelled' });
  };
}
