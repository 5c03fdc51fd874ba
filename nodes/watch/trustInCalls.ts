import type { TaskWait } from '../look/WaitState';

/**
 * Whether the service's calls reach n8n, as far as was seen for one account in this process. They
 * are expected to, until they have failed to come; one that comes restores the trust.
 */
export interface Calls {
  /** Videos in a row that a look found finished, although the service was asked to call. */
  missedInRow: number;
}

// One may have been overtaken by a look, or have come while the execution was awake.
const mostMissed = 1;

export const expectCalls = (): Calls => ({ missedInRow: 0 });

export const callsArrive = ({ missedInRow }: Calls) => missedInRow <= mostMissed;

/**
 * Takes down how it was learned that a task has ended.
 *
 * @param wasRung - whether someone had called about it
 */
export function noteEnd(calls: Calls, taskWait: TaskWait, wasRung: boolean): void {
  if (taskWait.isCalled !== true) return;
  if (wasRung) calls.missedInRow = 0;
  // Nothing says that the service calls about tasks that failed (contract section 6).
  else if (taskWait.outcome === 'completed') calls.missedInRow += 1;
}
