import type { IExecuteFunctions } from 'n8n-workflow';

/** What Create Video knows of a task that it has created. */
export interface CreatedTask {
  /** When the service answered, in ms since the epoch. */
  atMs: number;
  /** Whether the service was asked to call this execution when the task has ended. */
  isCalled: boolean;
}

/** What one pass of a node over its input has created. n8n stores it with the execution. */
interface Pass {
  executionId: string;
  tasks: Array<[taskId: string, atMs: number, isCalled: boolean]>;
}

const contextKey = 'videoGenTasks';

type Passes = Record<string, Pass>;

/**
 * Opens the notes that Create Video leaves for the nodes behind it in the same execution. Those of
 * an earlier pass of the node are dropped, so that a loop does not fill n8n's database.
 *
 * @returns takes down a task
 */
export function noteCreatedTasks(
  context: IExecuteFunctions,
): (taskId: string, isCalled: boolean) => void {
  const shared = context.getContext('flow');
  const pass: Pass = { executionId: context.getExecutionId(), tasks: [] };
  shared[contextKey] = { ...(shared[contextKey] as Passes), [context.getNode().name]: pass };
  return (taskId, isCalled) => pass.tasks.push([taskId, Date.now(), isCalled]);
}

/** The tasks that were created in this execution, as far as it is noted. */
export function findCreatedTasks(context: IExecuteFunctions): Map<string, CreatedTask> {
  const executionId = context.getExecutionId();
  const passes = Object.values((context.getContext('flow')[contextKey] ?? {}) as Passes);
  return new Map(
    passes
      .filter((pass) => pass.executionId === executionId)
      .flatMap(({ tasks }) => tasks.map(([id, atMs, isCalled]) => [id, { atMs, isCalled }])),
  );
}
