import { Limit } from './Limit';
import { Queue, type Flow } from './Queue';

/** So many cost n8n's event loop some four milliseconds; then its executions have their turn. */
export const mostPerTurn = 8;

/** Shared instance: capturing a stack for each alarm that is put off costs more than the alarm. */
const isNotNeeded = new Error('another turn came before');

/** The world, as a gate sees it; tests pass their own. */
export interface GateWorld {
  /** A clock that nobody sets. */
  nowMs(): number;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

/** The service may refuse one of them and take the other, so each has a limit of its own. */
export type RequestKind = 'create' | 'look';

/** How long a request may wait while the service takes none of its kind; one object for all its tries. */
export interface Patience {
  budgetMs: number;
  /** When it came, and was first refused: the gate's own notes. */
  sinceMs?: number;
  refusedAtMs?: number;
}

/** A request that wants to go. */
export interface GateRequest {
  kind: RequestKind;
  flow: Flow;
  patience: Patience;
  /** Each takes the request out of the queue at once. */
  signals: readonly AbortSignal[];
}

/** A request on its way: it has to come back by {@link Gate.leave}. */
export type GatePass = Pick<GateRequest, 'kind' | 'patience'> & { sentAtMs: number };

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

type Waiting = GateRequest & { resolve(turn: Turn): void; cancel(): void };

/** The requests of one kind. */
const openLane = (nowMs: number) => ({ queue: new Queue<Waiting>(), limit: new Limit(nowMs) });
type Lane = ReturnType<typeof openLane>;

/** Lets the requests of one account go as fast as its service takes them. */
export class Gate {
  private readonly lanes: Record<RequestKind, Lane>;
  private isTurnComing = false;
  private alarm: AbortController | undefined;

  constructor(private readonly world: GateWorld) {
    const nowMs = world.nowMs();
    // New videos go before looks.
    this.lanes = { create: openLane(nowMs), look: openLane(nowMs) };
  }

  /** Waits for a request's turn; each that goes has to come back by {@link leave}. */
  async enter(request: GateRequest): Promise<Turn> {
    const { kind, patience, signals } = request;
    if (signals.some(({ aborted }) => aborted)) return { kind: 'cancelled' };
    const { queue, limit } = this.lanes[kind];
    const nowMs = this.world.nowMs();
    patience.sinceMs ??= nowMs;
    if (queue.isEmpty) limit.noteIdle(nowMs);
    return await new Promise((resolve) => {
      const cancel = () => this.settle(waiting, { kind: 'cancelled' });
      const waiting: Waiting = { ...request, resolve, cancel };
      queue.add(waiting, patience.refusedAtMs !== undefined);
      for (const signal of signals) signal.addEventListener('abort', cancel);
      this.sendAwayIfHopeless(waiting);
      void this.giveTurn();
    });
  }

  /** @param verdict - absent where the answer was not waited for */
  leave(pass: GatePass, verdict?: Verdict, retryAfterMs?: number): void {
    const { kind, patience, sentAtMs } = pass;
    const lane = this.lanes[kind];
    const nowMs = this.world.nowMs();
    lane.limit.noteOver(pass);
    if (verdict === 'taken') {
      // While new videos wait, looks take no larger share of what both may have to share.
      const isFirst = kind === 'create' || this.lanes.create.queue.isEmpty;
      lane.limit.noteTaken(sentAtMs, nowMs, isFirst && !lane.queue.isEmpty);
    }
    if (verdict === 'broken') lane.limit.shrink(sentAtMs, nowMs);
    if (verdict === 'refused' || verdict === 'closed') {
      patience.refusedAtMs ??= nowMs;
      lane.limit.noteRefused(sentAtMs, nowMs, retryAfterMs);
      for (const { queue, limit } of Object.values(this.lanes)) {
        if (verdict === 'closed') limit.pauseUntil(lane.limit.pausedUntilMs);
        for (const waiting of queue.all) this.sendAwayIfHopeless(waiting);
      }
    }
    void this.giveTurn();
  }

  private sendAwayIfHopeless(waiting: Waiting): void {
    const { kind, patience } = waiting;
    const { limit } = this.lanes[kind];
    const forMs = limit.pausedUntilMs - this.world.nowMs();
    // Others being taken is no comfort to a request that is refused again and again.
    const sinceMs = patience.refusedAtMs ?? Math.max(patience.sinceMs!, limit.takenAtMs);
    const isHopeless = forMs > 0 && limit.pausedUntilMs - sinceMs > patience.budgetMs;
    if (isHopeless) this.settle(waiting, { kind: 'closed', forMs });
  }

  /** Answers that are here are all read before others go, and n8n's executions have their turns. */
  private async giveTurn(): Promise<void> {
    if (this.isTurnComing || this.waitingLanes.length === 0) return;
    this.isTurnComing = true;
    await this.world.sleep(0);
    this.isTurnComing = false;
    this.admit();
  }

  private admit(): void {
    this.alarm?.abort(isNotNeeded);
    const nowMs = this.world.nowMs();
    for (let count = 0; count < mostPerTurn; count += 1) {
      const lane = this.waitingLanes.find(({ limit }) => limit.opensAtMs <= nowMs);
      if (lane === undefined) return this.wakeLater(nowMs);
      const next = lane.queue.take()!;
      const pass = { kind: next.kind, patience: next.patience, sentAtMs: nowMs };
      lane.limit.noteSent(pass, nowMs);
      this.settle(next, { kind: 'go', pass });
    }
    void this.giveTurn();
  }

  private get waitingLanes(): Lane[] {
    return Object.values(this.lanes).filter(({ queue }) => !queue.isEmpty);
  }

  private wakeLater(nowMs: number): void {
    const opensAtMs = Math.min(...this.waitingLanes.map(({ limit }) => limit.opensAtMs));
    if (opensAtMs === Infinity) return;
    this.alarm = new AbortController();
    this.world.sleep(Math.ceil(opensAtMs - nowMs), this.alarm.signal).then(
      () => this.admit(),
      () => {},
    );
  }

  private settle(waiting: Waiting, turn: Turn): void {
    this.lanes[waiting.kind].queue.delete(waiting);
    for (const signal of waiting.signals) signal.removeEventListener('abort', waiting.cancel);
    if (this.waitingLanes.length === 0) this.alarm?.abort(isNotNeeded);
    waiting.resolve(turn);
  }
}
