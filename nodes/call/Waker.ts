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
export async function askState(
  { get }: Pick<Caller, 'get'>,
  statusUrl: string,
): Promise<ExecutionState> {
  const { httpStatus, text } = await get(statusUrl);
  if (httpStatus === 500 && neverStored.test(text)) return 'over';
  return (httpStatus === 200 && states[String(JSON.parse(text))]) || 'unknown';
}

/** What a call came to. "busy": it is awake, or n8n is starting; "lost": it did not reach n8n. */
type CallOutcome = 'heard' | 'busy' | 'lost';

/** Reads n8n's answer to a call. */
export function readCallAnswer({ httpStatus, text }: N8nAnswer): CallOutcome {
  // What n8n says to every call while it starts, and does nothing about.
  if (httpStatus === 200 && /n8n is starting up/.test(text)) return 'busy';
  if (httpStatus >= 200 && httpStatus < 300) return 'heard';
  // n8n words a 404 so; anything else that says 404 is not n8n.
  const isOfN8n = httpStatus === 409 || (httpStatus === 404 && /execution/i.test(text));
  return isOfN8n ? 'busy' : 'lost';
}

/**
 * How long to wait before an execution is called once more. "heard": with a limit of executions it may
 * have to queue, or n8n may have failed to start it.
 */
const pausesMs = {
  busy: [50, 100, 200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000],
  heard: [30_000, 60_000, 120_000, 240_000, 480_000],
  lost: [1_000, 2_000, 5_000, 10_000, 20_000],
};

/**
 * What calling an execution came to. "came": it is awake in this process; "awake": in another one;
 * "asleep": it has not woken; "unheard": no call reached n8n. n8n's timer has to wake these.
 */
export type WakeEnd = 'came' | 'awake' | 'over' | 'asleep' | 'unheard';

/** The ports of those who have executions woken; tests pass their own. */
export interface WakingPorts {
  nowMs(): number;
  /** Resolves after the time. */
  sleep(durationMs: number): Promise<void>;
  /** Calls an execution until it is awake, or does not come. */
  wake(sleeper: Sleeper, caller: Caller): Promise<WakeEnd>;
}

/** Calls sleeping executions by their resume URL: each by one call at a time, until it is awake. */
export class Waker {
  private readonly underWay = new Map<string, { came: AbortController; end: Promise<WakeEnd> }>();

  /** @param sleep - resolves after the time; rejects as soon as the signal aborts */
  constructor(private readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>) {}

  /** Calls an execution until it is awake, or over, or not heard of for long. */
  async wake(sleeper: Sleeper, caller: Caller): Promise<WakeEnd> {
    const { executionId } = sleeper;
    const known = this.underWay.get(executionId);
    if (known !== undefined) return await known.end;
    const came = new AbortController();
    const wake = { came, end: this.callUntilAwake(sleeper, caller, came.signal) };
    this.underWay.set(executionId, wake);
    const end = await wake.end;
    if (this.underWay.get(executionId) === wake) this.underWay.delete(executionId);
    return end;
  }

  /** The execution is awake in this process. */
  noteAwake(executionId: string): void {
    this.underWay.get(executionId)?.came.abort();
    this.underWay.delete(executionId);
  }

  /** n8n is asked before each call: it writes an error about a call of one that is awake or over. */
  private async callUntilAwake(
    { resumeUrl, statusUrl }: Sleeper,
    caller: Caller,
    came: AbortSignal,
  ): Promise<WakeEnd> {
    const left = structuredClone(pausesMs);
    let outcome: CallOutcome = 'busy';
    for (;;) {
      const state = await askState(caller, statusUrl).catch(() => 'unknown' as const);
      if (came.aborted) return 'came';
      if (state === 'over' || (state === 'awake' && outcome === 'heard')) return state;
      if (state !== 'awake')
        outcome = await caller.post(resumeUrl).then(readCallAnswer, () => 'lost');
      const pauseMs = left[outcome].shift();
      if (pauseMs === undefined) return outcome === 'lost' ? 'unheard' : 'asleep';
      if (!came.aborted) await this.sleep(pauseMs, came).catch(() => {});
      if (came.aborted) return 'came';
    }
  }
}
