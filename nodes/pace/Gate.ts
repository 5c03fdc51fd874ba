import type { Clock } from '../concurrency/sleep';
import { mostPerTurn, Pace } from './Pace';

/** Shared instance: capturing a stack for each timer that is put off costs more than the timer. */
const somethingChanged = new Error('a request or an answer came before');

/** The service may refuse one of them and take the other, so each has a pace of its own. */
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
  /** Names an execution: its requests wait behind each other, those of others beside them. */
  flow: string | symbol;
  patience: Patience;
  /** Each takes the request out of the queue at once. */
  signals: readonly AbortSignal[];
}

/** An answer, and what it tells of the pace. */
export interface Answered<Answer> {
  answer: Answer;
  /**
   * Taken, whatever it says; asked to wait (429, 503); or no proper answer. Absent where the answer was
   * not waited for.
   */
  verdict?: 'taken' | 'refused' | 'broken' | undefined;
  retryAfterMs?: number | undefined;
}

/** Why a request was not sent. */
type NotSent =
  /** The service stays closed for longer than the request may wait. */
  { kind: 'closed'; forMs: number } | { kind: 'cancelled' };

type Turn = { kind: 'go'; sentAtMs: number } | NotSent;

type Waiting = GateRequest & { sinceMs: number; resolve(turn: Turn): void; cancel(): void };

/** What a gate keeps for one kind of requests: its pace, and who waits, by execution. */
const newKind = () => ({ pace: new Pace(), flows: new Map<unknown, Set<Waiting>>() });

/** Lets the requests of one account go as fast as its service takes them. */
export class Gate {
  /** New videos go before looks. */
  private readonly kinds = { create: newKind(), look: newKind() };
  private isServing = false;
  private timer: AbortController | undefined;

  constructor(private readonly clock: Clock) {}

  /**
   * Sends a request when its turn has come.
   *
   * @param send - never rejects
   */
  async run<Answer>(
    request: GateRequest,
    send: () => Promise<Answered<Answer>>,
  ): Promise<{ kind: 'sent'; answer: Answer } | NotSent> {
    const turn = await this.waitForTurn(request);
    if (turn.kind !== 'go') return turn;
    const { answer, ...said } = await send();
    this.learn(request, turn, said);
    return { kind: 'sent', answer };
  }

  private async waitForTurn(request: GateRequest): Promise<Turn> {
    const { kind, flow, patience, signals } = request;
    if (signals.some(({ aborted }) => aborted)) return { kind: 'cancelled' };
    const { flows, pace } = this.kinds[kind];
    const sinceMs = this.clock.nowMs();
    if (flows.size === 0) pace.noteIdle(sinceMs);
    return await new Promise((resolve) => {
      const cancel = () => {
        this.settle(waiting, { kind: 'cancelled' });
        void this.serve();
      };
      const waiting: Waiting = { ...request, sinceMs, resolve, cancel };
      const before = flows.get(flow) ?? new Set();
      // What was refused goes first in its execution.
      const wasRefused = patience.refusedAtMs !== undefined;
      flows.set(flow, wasRefused ? new Set([waiting, ...before]) : before.add(waiting));
      for (const signal of signals) signal.addEventListener('abort', cancel);
      this.sendAwayIfHopeless(waiting);
      void this.serve();
    });
  }

  private learn(
    { kind, patience }: GateRequest,
    sent: { sentAtMs: number },
    { verdict, retryAfterMs }: Omit<Answered<unknown>, 'answer'>,
  ): void {
    const { flows, pace } = this.kinds[kind];
    const nowMs = this.clock.nowMs();
    pace.noteOver(sent);
    if (verdict === 'taken') {
      // While new videos wait, looks take no larger share of what both may have to share.
      const isFirst = kind === 'create' || this.kinds.create.flows.size === 0;
      pace.noteTaken(sent.sentAtMs, nowMs, isFirst && flows.size > 0);
    }
    if (verdict === 'broken') pace.shrink(sent.sentAtMs, nowMs);
    if (verdict === 'refused') {
      patience.refusedAtMs ??= nowMs;
      pace.noteRefused(sent.sentAtMs, nowMs, retryAfterMs);
      const all = [...flows.values()].flatMap((waiting) => [...waiting]);
      for (const waiting of all) this.sendAwayIfHopeless(waiting);
    }
    void this.serve();
  }

  private sendAwayIfHopeless(waiting: Waiting): void {
    const { kind, patience, sinceMs } = waiting;
    const { pausedUntilMs, takenAtMs } = this.kinds[kind].pace;
    const forMs = pausedUntilMs - this.clock.nowMs();
    // Others being taken is no comfort to a request that is refused again and again.
    const countsFromMs = patience.refusedAtMs ?? Math.max(sinceMs, takenAtMs);
    const isHopeless = forMs > 0 && pausedUntilMs - countsFromMs > patience.budgetMs;
    if (isHopeless) this.settle(waiting, { kind: 'closed', forMs });
  }

  /** Lets requests go while any may; called again, it looks anew when the next may go. */
  private async serve(): Promise<void> {
    this.timer?.abort(somethingChanged);
    if (this.isServing) return;
    this.isServing = true;
    for (;;) {
      const opensAtMs = Math.min(...this.waitingKinds.map(({ pace }) => pace.opensAtMs));
      // Nobody waits, or an answer has to come first.
      if (opensAtMs === Infinity) break;
      const waitMs = Math.max(0, Math.ceil(opensAtMs - this.clock.nowMs()));
      // A wait of no time is not cut short: answers that are here are all read before others go, and
      // n8n's executions have their turns.
      this.timer = waitMs > 0 ? new AbortController() : undefined;
      const waited = this.clock.sleep(waitMs, this.timer?.signal);
      await waited.then(this.admit, () => {});
    }
    this.isServing = false;
  }

  private get waitingKinds() {
    return Object.values(this.kinds).filter(({ flows }) => flows.size > 0);
  }

  private readonly admit = (): void => {
    const nowMs = this.clock.nowMs();
    for (let count = 0; count < mostPerTurn; count += 1) {
      const open = this.waitingKinds.find(({ pace }) => pace.opensAtMs <= nowMs);
      const [ofFirst] = open?.flows.values() ?? [];
      const [next] = ofFirst ?? [];
      if (!open || !ofFirst || !next) return;
      // The others of its execution go behind all other executions.
      open.flows.delete(next.flow);
      open.flows.set(next.flow, ofFirst);
      const turn = { kind: 'go', sentAtMs: nowMs } as const;
      open.pace.noteSent(turn, nowMs);
      this.settle(next, turn);
    }
  };

  private settle(waiting: Waiting, turn: Turn): void {
    const { kind, flow, signals, cancel } = waiting;
    const { flows } = this.kinds[kind];
    flows.get(flow)?.delete(waiting);
    if (flows.get(flow)?.size === 0) flows.delete(flow);
    for (const signal of signals) signal.removeEventListener('abort', cancel);
    waiting.resolve(turn);
  }
}
