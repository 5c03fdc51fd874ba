import type { Clock } from '../concurrency/sleep';
import type { OwnAddresses } from '../n8n/execution';

/** n8n's answer to a request. */
export interface N8nAnswer {
  httpStatus: number;
  text: string;
}

/**
 * Calls n8n itself, also when the execution that lent it has been put to sleep. Rejects when there is
 * no answer.
 */
export type Caller = (method: 'GET' | 'POST', url: string) => Promise<N8nAnswer>;

/** What a running execution lends for that. */
export interface Lender {
  helpers: { httpRequest(request: object): Promise<unknown> };
}

const n8nTimeoutMs = 15_000;

/** Makes a caller of what a running execution has. It keeps the execution's data in memory. */
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

/** An address of one execution turned into that of another, whose ID stands before the last part. */
export function addressOf(executionId: string, url: string, query = ''): string {
  const segments = url.split('?')[0]!.split('/');
  segments[segments.length - 2] = executionId;
  return segments.join('/') + (query === '' ? '' : `?${query}`);
}

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

/** Whether a call has arrived. While n8n starts, it says so to every call, and does nothing about it. */
export const isDelivered = ({ httpStatus, text }: N8nAnswer): boolean =>
  httpStatus >= 200 && httpStatus < 300 && !/n8n is starting up/.test(text);

/** How long to wait before an execution is asked for, and called, once more. */
const pausesMs = [50, 100, 200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
/** After a call that has arrived: with a limit of executions it may queue, and another would, too. */
const queueMs = 30_000;

/**
 * What calling an execution came to. "awake": in this process; "givenUp": it is awake in another one,
 * or sleeps on until n8n's timer wakes it.
 */
export type WakeEnd = 'awake' | 'over' | 'givenUp';

/** The ports of those who have executions woken; tests pass their own. */
export interface WakingPorts extends Clock {
  /** Calls an execution until it is awake, or does not come. */
  wake(sleeper: Sleeper, callN8n: Caller): Promise<WakeEnd>;
}

/** Calls sleeping executions by their resume URL: each by one call at a time, until it is awake. */
export class Waker {
  private readonly underWay = new Map<string, { awake: AbortController; end: Promise<WakeEnd> }>();

  constructor(private readonly sleep: Clock['sleep']) {}

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

  /** Whether this process calls the execution, so that it wakes whatever its tasks do. */
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
    let hasArrived = false;
    for (const pauseMs of pausesMs) {
      const state = await askState(callN8n, statusUrl).catch(() => 'unknown' as const);
      if (awake.aborted) return 'awake';
      if (state === 'over') return 'over';
      if (state === 'awake' && hasArrived) return 'givenUp';
      // With a limit of executions, n8n answers a call only when its turn comes.
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
