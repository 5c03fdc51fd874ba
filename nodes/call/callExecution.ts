import { isBeingCalled } from './knownSleeps';
import type { Caller } from './requester';

/**
 * What ringing an execution came to. "busy": it is awake, not stored yet or over, or n8n is starting;
 * "unheard": the call did not reach n8n.
 */
export type CallOutcome = 'heard' | 'busy' | 'unheard';

const underWay = new Map<string, Promise<CallOutcome>>();

/**
 * Calls the resume URL of an execution, as the service's callback would. While another call wakes it,
 * none is sent: n8n would write an error about it.
 *
 * @param body - what it is told
 */
export async function callExecution(
  { post }: Pick<Caller, 'post'>,
  { executionId, resumeUrl }: { executionId: string; resumeUrl: string },
  body: object = {},
): Promise<CallOutcome> {
  if (underWay.has(executionId)) {
    await underWay.get(executionId);
    return 'heard';
  }
  if (isBeingCalled(executionId, performance.now())) return 'heard';
  const outcome = post(resumeUrl, body).then(readCallAnswer, (): CallOutcome => 'unheard');
  underWay.set(executionId, outcome);
  await outcome;
  underWay.delete(executionId);
  return await outcome;
}

/** Reads n8n's answer. */
export function readCallAnswer({
  httpStatus,
  text,
}: {
  httpStatus: number;
  text: string;
}): CallOutcome {
  // What n8n says to every call while it starts, and does nothing about.
  if (httpStatus === 200 && /n8n is starting up/.test(text)) return 'busy';
  if (httpStatus >= 200 && httpStatus < 300) return 'heard';
  if (httpStatus === 409) return 'busy';
  // n8n 2 fails over an execution that runs for the first time, of which nothing is stored yet.
  if (httpStatus >= 500 && /"code":/.test(text)) return 'busy';
  // n8n words it so; anything else that says 404 is not n8n.
  if (httpStatus === 404 && /execution/i.test(text)) return 'busy';
  return 'unheard';
}
