import {
  Gate,
  type Answered,
  type GateRequest,
  type RequestKind,
} from '../../../nodes/pace/Gate.ts';
import { VirtualTime } from './VirtualTime.ts';

type Pace = Omit<Answered<unknown>, 'answer'>;

export interface Answer extends Pace {
  /** Until the answer comes; never, if infinite. */
  latencyMs?: number;
}

export const refused = (retryAfterMs?: number): Answer => ({
  verdict: 'refused',
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** What a service does with a request that arrives at this time. */
export type Limit = () => (atMs: number) => Answer;

/** In whole seconds, as the header has them. */
export const refuse = (afterMs: number): Answer => refused(1_000 * Math.ceil(afterMs / 1_000));

/** Takes so many a second, of both kinds together, and as many at once. */
export const bucket =
  (perSecond: number, saysWhen = true): Limit =>
  () => {
    let left = perSecond;
    let beforeMs = 0;
    return (atMs) => {
      left = Math.min(perSecond, left + ((atMs - beforeMs) / 1_000) * perSecond);
      beforeMs = atMs;
      if (left < 1) return saysWhen ? refuse(((1 - left) / perSecond) * 1_000) : refused();
      left -= 1;
      return {};
    };
  };

export const window =
  (most: number, windowMs: number): Limit =>
  () => {
    const takenIn = new Map<number, number>();
    return (atMs) => {
      const nth = Math.floor(atMs / windowMs);
      const taken = takenIn.get(nth) ?? 0;
      if (taken >= most) return refuse((nth + 1) * windowMs - atMs);
      takenIn.set(nth, taken + 1);
      return {};
    };
  };

interface Sent {
  atMs: number;
  kind: RequestKind;
  flow: string;
}

export const latencyMs = 200;

/** A gate before a service that answers as told, in virtual time, and the log of what was sent. */
export function openGate(answer: (nth: number, sent: Sent) => Answer) {
  const time = new VirtualTime();
  const gate = new Gate({ nowMs: time.nowMs, sleep: time.sleep });
  const log: Sent[] = [];
  const outcomes: Array<NonNullable<Pace['verdict']> | 'cancelled' | 'closed'> = [];
  let underWay = 0;
  let most = 0;

  /** Sends one request, and again if it is refused, as a create request is. */
  const send = async (more: Partial<GateRequest> = {}): Promise<void> => {
    const request: GateRequest = {
      kind: 'create',
      flow: 'a',
      patience: { budgetMs: 3_600_000 },
      signals: [],
      ...more,
    };
    for (;;) {
      const turn = await gate.run(request, async () => {
        const sent = { atMs: time.nowMs(), kind: request.kind, flow: String(request.flow) };
        const { latencyMs: tookMs = latencyMs, ...pace } = answer(log.push(sent) - 1, sent);
        most = Math.max(most, ++underWay);
        await (tookMs === Infinity ? new Promise(() => {}) : time.sleep(tookMs));
        underWay -= 1;
        const said = { verdict: 'taken' as const, ...pace };
        return { ...said, answer: said.verdict ?? ('cancelled' as const) };
      });
      const outcome = turn.kind === 'sent' ? turn.answer : turn.kind;
      if (outcome !== 'refused') return void outcomes.push(outcome);
    }
  };
  const sendMany = (count: number, more: Partial<GateRequest> = {}) => {
    for (let n = 0; n < count; n += 1) void send({ ...more, patience: { budgetMs: 3_600_000 } });
  };
  return {
    ...{ time, gate, log, outcomes, send, sendMany },
    get most() {
      return most;
    },
    sentAtMs: () => log.map(({ atMs }) => atMs),
    /** How many were sent at this time. */
    sentAt: (sentAtMs: number) => log.filter(({ atMs }) => atMs === sentAtMs).length,
  };
}
