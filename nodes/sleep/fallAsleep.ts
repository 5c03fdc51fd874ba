import type { IExecuteFunctions } from 'n8n-workflow';
import { callerOf, type Sleeper } from '../call/Waker';
import { handlersWhenStored, readOwnAddresses, runDataOf } from '../n8n/execution';
import { mayBeReadAwake, storedForMs } from '../restart/timers';
import { leaveRosters, processMark, reach, wake } from './processState';
import { putToSleep, canBePutToSleep } from './putToSleep';
import { readRecord, storeRecord, type StoredSleep } from './stored';
import { noteInCustomData } from './tellSleep';
import { isOfEngineTwo, handsResultToCaller, isAnswerAwaited, isToolCall } from '../n8n/howItRuns';

/** Why an execution can't sleep now, in words that go after "because"; undefined when it can. */
export async function whyNotAsleep(context: IExecuteFunctions): Promise<string | undefined> {
  const why = whyAwake(context);
  if (why !== undefined) return why;
  const { statusUrl } = sleeperOf(context);
  const problem = await reach.findProblem(callerOf(context), statusUrl, Date.now());
  if (problem !== undefined) return problem;
  // Asking n8n for its address takes a moment, in which a timer may have come near.
  const isRead = mayBeReadAwake(readRecord(context).timersMs, Date.now());
  return isRead ? 'n8n might have woken it twice' : undefined;
}

export const sleeperOf = (context: IExecuteFunctions): Sleeper => ({
  executionId: context.getExecutionId(),
  ...readOwnAddresses(context),
});

/** A sleep of an execution that has done some work since its last one. */
export const newSleep = () => ({ id: `${Math.random()}`, sinceMs: Date.now() });

/**
 * Puts the execution to sleep, and stores the sleep with it.
 *
 * @param earlierMs - timers of earlier sleeps that may still go off
 * @param untilMs - when n8n's timer ends this one
 * @param onAsleep - called when n8n has stored the execution asleep, unless it was stopped meanwhile
 * @returns whether it sleeps; if n8n refuses, everything is as it was
 */
export async function fallAsleep(
  context: IExecuteFunctions,
  sleep: Pick<StoredSleep, 'id' | 'sinceMs' | 'list'>,
  earlierMs: readonly number[],
  untilMs: number,
  onAsleep: (sleeper: Sleeper) => void,
): Promise<boolean> {
  const stored = { ...sleep, process: processMark, isCalled: false };
  storeRecord(context, [...earlierMs, untilMs], stored);
  const sleeper = sleeperOf(context);
  const isPutToSleep = await putToSleep(context, untilMs);
  if (isPutToSleep)
    handlersWhenStored(context)?.push(({ waitTill }) =>
      waitTill ? onAsleep(sleeper) : leaveRosters(sleeper.executionId),
    );
  else storeRecord(context, earlierMs);
  return isPutToSleep;
}

/**
 * Stores the running execution, which goes on at once in a new visit: it sleeps, and a call wakes it.
 *
 * @param taskIds - see `noteInCustomData`
 * @returns whether it is stored; otherwise it goes on in this visit
 */
export async function storeAndGoOn(
  context: IExecuteFunctions,
  taskIds: readonly string[],
): Promise<boolean> {
  noteInCustomData(context, taskIds);
  const sleep = newSleep();
  const callN8n = callerOf(context);
  const untilMs = sleep.sinceMs + storedForMs;
  const { timersMs } = readRecord(context);
  return await fallAsleep(context, sleep, timersMs, untilMs, (sleeper) => {
    void wake(sleeper, callN8n);
  });
}

/** Modes in which nobody would wake the execution or go on with it. */
const modesNobodyWakes: Record<string, string> = {
  cli: 'n8n’s command line ends with the run',
  evaluation: 'n8n’s evaluations don’t wait for a sleeping execution',
  internal: 'n8n doesn’t store this kind of execution',
};

/** As {@link whyNotAsleep}, for reasons that are known at once. */
export function whyAwake(context: IExecuteFunctions): string | undefined {
  const mode = context.getMode();
  const executionId = context.getExecutionId();
  if (isToolCall(context)) return 'an AI agent waits for the answer of its tool';
  if (isOfEngineTwo(executionId)) return 'n8n’s Engine 2.0 can’t let an execution sleep';
  if (modesNobodyWakes[mode] !== undefined) return modesNobodyWakes[mode];
  if (executionId === undefined || !context.getWorkflow().id)
    return 'n8n only stores executions of saved workflows';
  if (mode === 'integrated' && !callerTakesResult(context))
    return 'the workflow that called this one might go on without the result';
  if (isAnswerAwaited(context)) return 'whoever started the workflow waits for its answer';
  if (!canBePutToSleep(context)) return 'this version of n8n works differently inside';
  return undefined;
}

/**
 * Whether the caller of a sub-workflow certainly gets the right result after a sleep, or wants none. A
 * caller that starts one for each item goes on when the first is done; several items prove a single call.
 */
function callerTakesResult(context: IExecuteFunctions): boolean {
  const runData = runDataOf(context);
  const { shouldResume } = (runData?.parentExecution ?? {}) as { shouldResume?: unknown };
  if (shouldResume === false) return true;
  if (!handsResultToCaller(context)) return false;
  const runs = Object.values(runData?.resultData?.runData ?? {});
  const start = runs.find(([first]) => first?.source.length === 0)?.[0];
  return shouldResume === true && (start?.data?.main?.[0]?.length ?? 0) > 1;
}
