import type { Clock } from '../concurrency/sleep';
import type { OwnAddresses } from '../n8n/execution';

export interface N8nAnswer {
  httpStatus: number;
  text: string;
}

/** Calls n8n itself, even once its execution has fallen asleep. Rejects when there is no answer. */
export type Caller = (method: 'GET' | 'POST', url: string) => Promise<N8nAnswer>;

export interface Lender {
  helpers: { httpRequest(request: object): Promise<unknown> };
}

const n8nTimeoutMs = 15_000;

/** A caller keeps the data of its execution in memory. */
export const callerOf =
  ({ helpers }: Lender): Caller =>
  async (method, url) => {
    const response = await helpers.httpRequest({
      method,
      url,
      ...(method === 'POST' && { body: {} }),
      json: true,
      timeout: n8nTimeoutMs,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
    });
    const { statusCode: httpStatus, body = '' } = response as { statusCode: number; body: unknown };
    return { httpStatus, text: JSON.stringify(body) };
  };

/** Turns an address of one execution into another's: the ID stands before the last part of the path. */
export function addressOf(executionId: string, url: string, query = ''): string {
  const segments = url.split('?')[0]!.split('/');
  segments[segments.length - 2] = executionId;
  return segments.join('/') + (query === '' ? '' : `?${query}`);
}

/** A sleeping execution. */
export interface Sleeper extends OwnAddresses {
  executionId: string;
}

/** "unknown" where something other than n8n answers. */
type ExecutionState = 'asleep' | 'awake' | 'over' | 'unknown';

/** By n8n's words; it says "null" of an execution that doesn't exist. */
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

/** n8n's error about an execution that was killed before anything of it was stored. */
const neverStored = /Cannot read properties of undefined/;

/** Asks n8n for an execution's state, which leaves nothing in its log. @throws when nobody answers */
export async function askState(callN8n: Caller, statusUrl: string): Promise<ExecutionState> {
  const { httpStatus, text } = await callN8n('GET', statusUrl);
  if (httpStatus === 500 && neverStored.test(text)) return 'over';
  return (httpStatus === 200 && states[String(JSON.parse(text))]) || 'unknown';
}

/** Whether a call has arrived: while n8n starts, it answers every call so, and does nothing. */
export const isDelivered = ({ httpStatus, text }: N8nAnswer): boolean =>
  httpStatus >= 200 && httpStatus < 300 && !/n8n is starting up/.test(text);

/** The pauses after each call. */
const pausesMs = [50, 100, 200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
/** At least this long after a call that has arrived: it may queue, and another one would, too. */
const queueMs = 30_000;

/** "awake": in this process; "givenUp": awake in another one, or asleep until n8n's timer wakes it. */
export type WakeEnd = 'awake' | 'over' | 'givenUp';

/** What whoever wakes executions needs; tests pass their own. */
export interface WakingPorts extends Clock {
  /** See {@link Waker.wake}. */
  wake(sleeper: Sleeper, callN8n: Caller): Promise<WakeEnd>;
}

/** Calls sleeping executions by their resume URLs, each by one call at a time. */
export class Waker {
  private readonly underWay = new Map<string, { awake: AbortController; end: Promise<WakeEnd> }>();

  constructor(private readonly sleep: Clock['sleep']) {}

  /** Calls an execution until it is awake, or over, or calling is of no use. */
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

  /** Whether this process is calling the execution. */
  isCalling(executionId: string): boolean {
    return this.underWay.has(executionId);
  }

  /** The execution is awake in this process. */
  noteAwake(executionId: string): void {
    this.underWay.get(executionId)?.awake.abort();
    this.underWay.delete(executionId);
  }

  /** Asks n8n before each call: one to an execution that isn't asleep leaves an error in its log. */
  private async callUntilAwake(
    { resumeUrl, statusUrl }: Sleeper,
    callN8n: Caller,
    awake: AbortSignal,
  ): Promise<WakeEnd> {
    let hasArrived = false;
    for (const pauseMs of pausesMs) {
      const state = await askState(callN8n, statusUrl).catch(() => 'unknown' as const);
      if (awake.aborted) return 'awake';
      if (state === 'over') return 'over';
      if (state === 'awake' && hasArrived) return 'givenUp';
      // With a limit on running executions, n8n only answers a call when its turn comes.
      const mayQueue = state !== 'unknown';
      if (state !== 'awake')
        hasArrived = await callN8n('POST', resumeUrl).then(isDelivered, () => mayQueue);
      const leftMs = hasArrived ? Math.max(pauseMs, queueMs) : pauseMs;
      await this.sleep(leftMs, awake).catch(() => {});
      if (awake.aborted) return 'awake';
    }
    return 'givenUp';
  }
}
