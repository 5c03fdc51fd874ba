import type { Clock } from '../concurrency/sleep';
import { mostPerTurn, Pace } from './Pace';

/** Shared instance: capturing a stack for each cleared timer would cost more than the timer. */
const somethingChanged = new Error('a request or an answer came before');

/** Each kind has its own pace: the service may refuse one and take the other. */
export type RequestKind = 'create' | 'look';

/** How long a request may wait while the service takes none of its kind. All its tries share one. */
export interface Patience {
  budgetMs: number;
  /** Noted by the gate at the first refusal. */
  refusedAtMs?: number;
}

export interface GateRequest {
  kind: RequestKind;
  /** Names an execution: its requests form one queue, and the queues of executions take turns. */
  flow: string | symbol;
  patience: Patience;
  /** Any of them takes the request out of the queue at once. */
  signals: readonly AbortSignal[];
}

/** An answer, and what it means for the pace. */
export interface Answered<Answer> {
  answer: Answer;
  /** The request was taken, whatever the answer; told to wait (429, 503); or not properly answered. */
  verdict?: 'taken' | 'refused' | 'broken' | undefined;
  retryAfterMs?: number | undefined;
}

/** Why a request was not sent. */
type NotSent =
  /** The service's pause is longer than the request may wait. */
  { kind: 'closed'; forMs: number } | { kind: 'cancelled' };

type Turn = { kind: 'go'; sentAtMs: number } | NotSent;

type Waiting = GateRequest & { sinceMs: number; resolve(turn: Turn): void; cancel(): void };

/** The pace of one kind of requests, and those that wait, by `flow`. */
const newKind = () => ({ pace: new Pace(), flows: new Map<unknown, Set<Waiting>>() });

/** Sends the requests of one account as fast as its service takes them. */
export class Gate {
  /** In order of priority: new videos go before looks. */
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
      // A refused request goes first in its execution.
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
      // While new videos wait, looks don't grow: both may share one limit of the service.
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
    // For a request that was refused itself, it doesn't count that others are taken.
    const countsFromMs = patience.refusedAtMs ?? Math.max(sinceMs, takenAtMs);
    const isHopeless = forMs > 0 && pausedUntilMs - countsFromMs > patience.budgetMs;
    if (isHopeless) this.settle(waiting, { kind: 'closed', forMs });
  }

  /** Sends requests until none waits or may go. Another call makes it reconsider when the next may go. */
  private async serve(): Promise<void> {
    this.timer?.abort(somethingChanged);
    if (this.isServing) return;
    this.isServing = true;
    for (;;) {
      const opensAtMs = Math.min(...this.waitingKinds.map(({ pace }) => pace.opensAtMs));
      // No request waits, or an answer has to come first.
      if (opensAtMs === Infinity) break;
      const waitMs = Math.max(0, Math.ceil(opensAtMs - this.clock.nowMs()));
      // A wait of 0 ms is never cut short: it lets n8n read the answers that are here and do other work.
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
      // Its execution goes to the back of the line.
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
