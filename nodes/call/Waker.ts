import type { OwnAddresses } from '../n8n/ownAddresses';
import type { Caller, N8nAnswer } from './caller';

/** A sleeping execution, and where n8n answers for it. */
export interface Sleeper extends OwnAddresses {
  executionId: string;
}

/** What n8n says of an execution; "unknown" where something else answers. */
type ExecutionState = 'asleep' | 'awake' | 'over' | 'unknown';

/** n8n's words for it. "null" is one that does not exist. */
const states: Record<string, ExecutionState> = {
  waiting: 'asleep',
  'form-waiting': 'asleep',
  new: 'awake',
  running: 'awake',
  success: 'over',
  error: 'over',
  crashed: 'over',
  canceled: 'over',
  null: 'over',
};

/** n8n fails, and writes an error, over one that was killed before it stored anything of it. */
const neverStored = /Cannot read properties of undefined/;

/**
 * Asks n8n what state an execution is in. Changes nothing, and leaves nothing in n8n's log.
 *
 * @throws when nobody answers
 */
export async function askState(callN8n: Caller, statusUrl: string): Promise<ExecutionState> {
  const { httpStatus, text } = await callN8n('GET', statusUrl);
  if (httpStatus === 500 && neverStored.test(text)) return 'over';
  return (httpStatus === 200 && states[String(JSON.parse(text))]) || 'unknown';
}

/** What a call came to. "busy": the execution is awake, or n8n is starting. */
type CallOutcome = 'delivered' | 'busy' | 'undelivered';

/** Reads n8n's answer to a call. */
export function readCallAnswer({ httpStatus, text }: N8nAnswer): CallOutcome {
  // What n8n says to every call while it starts, and does nothing about.
  if (httpStatus === 200 && /n8n is starting up/.test(text)) return 'busy';
  if (httpStatus >= 200 && httpStatus < 300) return 'delivered';
  // n8n words a 404 so; anything else that says 404 is not n8n.
  const isOfN8n = httpStatus === 409 || (httpStatus === 404 && /execution/i.test(text));
  return isOfN8n ? 'busy' : 'undelivered';
}

/**
 * How long to wait before an execution is called once more. "delivered": with a limit of executions it
 * may have to queue, or n8n may have failed to start it.
 */
const pausesMs = {
  busy: [50, 100, 200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000],
  delivered: [30_000, 60_000, 120_000, 240_000, 480_000],
  undelivered: [1_000, 2_000, 5_000, 10_000, 20_000],
};

/**
 * What calling an execution came to. "awake": in this process; "givenUp": it is awake in another one,
 * or sleeps on until n8n's timer wakes it; "undelivered": no call reached n8n, so the timer has to.
 */
export type WakeEnd = 'awake' | 'over' | 'givenUp' | 'undelivered';

/** The ports of those who have executions woken; tests pass their own. */
export interface WakingPorts {
  nowMs(): number;
  /** Resolves after the time. */
  sleep(durationMs: number): Promise<void>;
  /** Calls an execution until it is awake, or does not come. */
  wake(sleeper: Sleeper, callN8n: Caller): Promise<WakeEnd>;
}

/** Calls sleeping executions by their resume URL: each by one call at a time, until it is awake. */
export class Waker {
  private readonly underWay = new Map<string, { awake: AbortController; end: Promise<WakeEnd> }>();

  /** @param sleep - resolves after the time; rejects as soon as the signal aborts */
  constructor(private readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>) {}

  /** Calls an execution until it is awake, or over, or there is no use in going on. */
  async wake(sleeper: Sleeper, callN8n: Caller): Promise<WakeEnd> {
    const { executionId } = sleeper;
    const known = this.underWay.get(executionId);
    if (known !== undefined) return await known.end;
    const awake = new AbortController();
    const wake = { awake, end: this.callUntilAwake(sleeper, callN8n, awake.signal) };
    this.underWay.set(executionId, wake);
    const end = await wake.end;
    if (this.underWay.get(executionId) === wake) this.underWay.delete(executionId);
    return end;
  }

  isCalling(executionId: string): boolean {
    return this.underWay.has(executionId);
  }

  /** The execution is awake in this process. */
  noteAwake(executionId: string): void {
    this.underWay.get(executionId)?.awake.abort();
    this.underWay.delete(executionId);
  }

  /** n8n is asked before each call: it writes an error about a call of one that is awake or over. */
  private async callUntilAwake(
    { resumeUrl, statusUrl }: Sleeper,
    callN8n: Caller,
    awake: AbortSignal,
  ): Promise<WakeEnd> {
    const left = structuredClone(pausesMs);
    let outcome: CallOutcome = 'busy';
    for (;;) {
      const state = await askState(callN8n, statusUrl).catch(() => 'unknown' as const);
      if (awake.aborted) return 'awake';
      if (state === 'over') return 'over';
      if (state === 'awake' && outcome === 'delivered') return 'givenUp';
      // With a limit of executions, n8n answers a call only when its turn comes.
      const unanswered = state === 'unknown' ? 'undelivered' : 'delivered';
      if (state !== 'awake')
        outcome = await callN8n('POST', resumeUrl).then(readCallAnswer, () => unanswered);
      const pauseMs = left[outcome].shift();
      if (pauseMs === undefined) return outcome === 'undelivered' ? outcome : 'givenUp';
      if (!awake.aborted) await this.sleep(pauseMs, awake).catch(() => {});
      if (awake.aborted) return 'awake';
    }
  }
}
