import { Limit, mostPerTurn } from './Limit';
import { Queue, type Flow } from './Queue';

/** Shared instance: capturing a stack for each timer that is put off costs more than the timer. */
const somethingChanged = new Error('a request or an answer came before');

/** The ports, as a gate sees it; tests pass their own. */
export interface GatePorts {
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
  /** When it was first refused: the gate's own note. */
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
export type SentRequest = Pick<GateRequest, 'kind' | 'patience'> & { sentAtMs: number };

/** What an answer tells: taken, whatever it says; asked to wait (429, 503); or no proper answer. */
export type Verdict = 'taken' | 'refused' | 'broken';

/** What became of a request's wait for its turn. */
export type Turn =
  | { kind: 'go'; request: SentRequest }
  /** The service stays closed for longer than the request may wait. */
  | { kind: 'closed'; forMs: number }
  | { kind: 'cancelled' };

type Waiting = GateRequest & { sinceMs: number; resolve(turn: Turn): void; cancel(): void };

/** What a gate keeps for one kind of requests. */
const newKind = () => ({ queue: new Queue<Waiting>(), limit: new Limit() });

/** Lets the requests of one account go as fast as its service takes them. */
export class Gate {
  /** New videos go before looks. */
  private readonly kinds = { create: newKind(), look: newKind() };
  private isServing = false;
  private timer: AbortController | undefined;

  constructor(private readonly ports: GatePorts) {}

  /** Waits for a request's turn; each that goes has to come back by {@link leave}. */
  async enter(request: GateRequest): Promise<Turn> {
    const { kind, patience, signals } = request;
    if (signals.some(({ aborted }) => aborted)) return { kind: 'cancelled' };
    const { queue, limit } = this.kinds[kind];
    const sinceMs = this.ports.nowMs();
    if (queue.isEmpty) limit.noteIdle(sinceMs);
    return await new Promise((resolve) => {
      const cancel = () => {
        this.settle(waiting, { kind: 'cancelled' });
        void this.serve();
      };
      const waiting: Waiting = { ...request, sinceMs, resolve, cancel };
      queue.add(waiting, patience.refusedAtMs !== undefined);
      for (const signal of signals) signal.addEventListener('abort', cancel);
      this.sendAwayIfHopeless(waiting);
      void this.serve();
    });
  }

  /** @param verdict - absent where the answer was not waited for */
  leave(request: SentRequest, verdict?: Verdict, retryAfterMs?: number): void {
    const { kind, patience, sentAtMs } = request;
    const { queue, limit } = this.kinds[kind];
    const nowMs = this.ports.nowMs();
    limit.noteOver(request, nowMs);
    if (verdict === 'taken') {
      // While new videos wait, looks take no larger share of what both may have to share.
      const isFirst = kind === 'create' || this.kinds.create.queue.isEmpty;
      limit.noteTaken(sentAtMs, nowMs, isFirst && !queue.isEmpty);
    }
    if (verdict === 'broken') limit.shrink(sentAtMs, nowMs);
    if (verdict === 'refused') {
      patience.refusedAtMs ??= nowMs;
      limit.noteRefused(sentAtMs, nowMs, retryAfterMs);
      for (const waiting of queue.all) this.sendAwayIfHopeless(waiting);
    }
    void this.serve();
  }

  private sendAwayIfHopeless(waiting: Waiting): void {
    const { kind, patience, sinceMs } = waiting;
    const { pausedUntilMs, takenAtMs } = this.kinds[kind].limit;
    const forMs = pausedUntilMs - this.ports.nowMs();
    // Others being taken is no comfort to a request that is refused again and again.
    const countsFromMs = patience.refusedAtMs ?? Math.max(sinceMs, takenAtMs);
    const isHopeless = forMs > 0 && pausedUntilMs - countsFromMs > patience.budgetMs;
    if (isHopeless) this.settle(waiting, { kind: 'closed', forMs });
  }

  /** Lets requests go while requests wait; called again, it looks anew when the next may go. */
  private async serve(): Promise<void> {
    this.timer?.abort(somethingChanged);
    if (this.isServing) return;
    this.isServing = true;
    while (this.waitingKinds.length > 0) {
      const opensAtMs = Math.min(...this.waitingKinds.map(({ limit }) => limit.opensAtMs));
      const waitMs = Math.max(0, Math.ceil(opensAtMs - this.ports.nowMs()));
      // A wait of no time is not cut short: answers that are here are all read before others go, and
      // n8n's executions have their turns.
      this.timer = waitMs > 0 ? new AbortController() : undefined;
      const waited = this.ports.sleep(waitMs, this.timer?.signal);
      await waited.then(this.admit, () => {});
    }
    this.isServing = false;
  }

  private readonly admit = (): void => {
    const nowMs = this.ports.nowMs();
    for (let count = 0; count < mostPerTurn; count += 1) {
      const open = this.waitingKinds.find(({ limit }) => limit.opensAtMs <= nowMs);
      const next = open?.queue.take();
      if (open === undefined || next === undefined) return;
      const request = { kind: next.kind, patience: next.patience, sentAtMs: nowMs };
      open.limit.noteSent(request, nowMs);
      this.settle(next, { kind: 'go', request });
    }
  };

  private get waitingKinds() {
    return Object.values(this.kinds).filter(({ queue }) => !queue.isEmpty);
  }

  private settle(waiting: Waiting, turn: Turn): void {
    this.kinds[waiting.kind].queue.delete(waiting);
    for (const signal of waiting.signals) signal.removeEventListener('abort', waiting.cancel);
    waiting.resolve(turn);
  }
}
