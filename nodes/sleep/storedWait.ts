import type { IExecuteFunctions } from 'n8n-workflow';
import { runDataOf } from '../n8n/howItRuns';
import { readPass } from '../n8n/readPass';
import { startWait } from '../look/startWait';
import type { TaskWait, WaitState } from '../look/WaitState';
import { reopen } from '../look/adjustWait';

/** What a node that slept must find again when it wakes. n8n stores it with the execution. */
export interface StoredWait {
  executionId: string | undefined;
  state: WaitState;
  /** How often the execution has been put to sleep. */
  sleeps: number;
  /**
   * Tasks whose items have left the node, each with the run of the node in which they did, and with
   * its watch as long as n8n may run the node once more for them.
   */
  gone: Array<[taskId: string, runIndex: number, watch?: TaskWait]>;
  /** What the node's later visits find again as the first one read it. */
  read?: unknown;
  /** Nothing is waited for any more. */
  isOver?: true;
}

/** The waits of the node, by the pass over its input. */
type Waits = Record<string, StoredWait>;

const contextKey = 'waits';

/**
 * Reads what an earlier visit left: it outlasts sleep, restarts, the tries of "Retry On Fail", and
 * a move to another worker. A copy of an execution that is run again starts anew.
 */
export function readStoredWait(context: IExecuteFunctions, nowMs: number): StoredWait {
  const executionId = context.getExecutionId();
  const stored = waitsOf(context)[readPass(context)];
  const left = stored?.gone ?? [];
  // An expression takes n8n some milliseconds, so only where it counts.
  const runIndex = left.length > 0 ? readRunIndex(context) : 0;
  // n8n has thrown away what an earlier try of the same run gave out.
  const isGone = ([, goneIn]: StoredWait['gone'][number]) => goneIn < runIndex;
  const gone = left.filter(isGone).map(([taskId, goneIn]): [string, number] => [taskId, goneIn]);
  if (stored === undefined || stored.executionId !== executionId)
    return { executionId, state: startWait(), sleeps: 0, gone };
  const { isOver, ...open } = stored;
  const state = isOver ? reopen(stored.state, nowMs) : stored.state;
  const back = left.flatMap((one): Array<[string, TaskWait]> =>
    isGone(one) || one[2] === undefined ? [] : [[one[0], one[2]]],
  );
  return { ...open, gone, state: takeBack(state, back, nowMs) };
}

const readRunIndex = (context: IExecuteFunctions) =>
  Number(context.evaluateExpression('{{ $runIndex }}', 0));

/** The wait with tasks again that had left it: their time limits go on. */
function takeBack(state: WaitState, back: Array<[string, TaskWait]>, nowMs: number): WaitState {
  if (back.length === 0) return state;
  const { tasks } = reopen({ ...state, tasks: Object.fromEntries(back) }, nowMs);
  return {
    ...state,
    tasks: Object.fromEntries(Object.entries(state.tasks).concat(Object.entries(tasks))),
  };
}

/** What is kept of tasks that leave in this run. */
export function leave(
  context: IExecuteFunctions,
  taskIds: Iterable<string>,
  { tasks }: WaitState,
): StoredWait['gone'] {
  const runIndex = readRunIndex(context);
  const mayComeBack = context.getNode().retryOnFail === true;
  return [...taskIds].map((taskId) => {
    const taskWait = mayComeBack ? tasks[taskId] : undefined;
    return taskWait === undefined ? [taskId, runIndex] : [taskId, runIndex, taskWait];
  });
}

export function storeWait(context: IExecuteFunctions, stored: StoredWait): void {
  const others = Object.entries(waitsOf(context)).filter(([, { isOver }]) => !isOver);
  const waits = { ...Object.fromEntries(others), [readPass(context)]: stored };
  context.getContext('node')[contextKey] = waits;
}

/**
 * Ends the wait. Where n8n may run the node once more, for the same items, their time limits go on:
 * it loses count of its tries when the execution sleeps, and would let it wait without end.
 */
export function endWait(context: IExecuteFunctions, stored: StoredWait, state: WaitState): void {
  const kept = context.getNode().retryOnFail === true ? state : startWait();
  const over: StoredWait = { ...stored, state: kept, sleeps: 0, isOver: true };
  delete over.read;
  storeWait(context, over);
}

/** What an earlier visit of the same pass has read, while anything is waited for. */
export function readBefore(context: IExecuteFunctions): unknown {
  const { executionId, isOver, read } = waitsOf(context)[readPass(context)] ?? {};
  return isOver || executionId !== context.getExecutionId() ? undefined : read;
}

const waitsOf = (context: IExecuteFunctions) => readWaits(context.getContext('node')[contextKey]);

const readWaits = (value: unknown) => (value ?? {}) as Waits;

/** The tasks that the node waits for, or has waited for, in this execution. */
export const storedTaskIds = (context: IExecuteFunctions): string[] => [
  ...new Set(
    Object.values(waitsOf(context)).flatMap(({ state, gone }) => [
      ...Object.keys(state.tasks),
      ...gone.map(([taskId]) => taskId),
    ]),
  ),
];

/**
 * Says which other tasks are lost from sight when the node fails and n8n ends the execution: those
 * that wait for their turn in another branch of the workflow, in this node or another.
 */
export function tellOtherWaits(context: IExecuteFunctions): string | undefined {
  const here = [`node:${context.getNode().name}`, readPass(context)].join();
  const taskIds = Object.entries(runDataOf(context)?.executionData?.contextData ?? {}).flatMap(
    ([name, stored]) =>
      Object.entries(readWaits(stored[contextKey]))
        .filter(([pass, { isOver }]) => !isOver && [name, pass].join() !== here)
        .flatMap(([, { state }]) => Object.keys(state.tasks)),
  );
  if (taskIds.length === 0) return undefined;
  return `This execution was also waiting for tasks in another branch: ${taskIds.join(', ')}. They may be charged; get them with Wait for Video.`;
}
