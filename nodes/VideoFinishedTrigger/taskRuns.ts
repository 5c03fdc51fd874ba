import { setNewest } from '../memory/setNewest';
import type { Refusal } from './readCallbackTaskId';

const mostRemembered = 1_000;
/** Whoever knows the URL and a task's id could run a workflow that fails over and over. */
export const mostStarts = 10;

/** n8n's answer to a call: it tells how the workflow ended, also when the caller has left. */
export interface Answer {
  readonly writableEnded: boolean;
  readonly statusCode: number;
}

interface Run {
  starts: number;
  /** While the workflow runs. */
  answer?: Answer;
  endedWell?: boolean;
}

/**
 * The tasks whose callers are answered at the end of the workflow. A task may start it again when
 * it failed, but not while it runs nor when it ended well. The process alone remembers that: what a
 * kill cut off must not count as started, and n8n would store the node's static data at the end of
 * the workflow, over what the workflow itself has stored there meanwhile.
 */
export class TaskRuns {
  /** By id, the latest start last. */
  private readonly runs = new Map<string, Run>();

  /** How to answer a call that must not start the workflow. */
  whyNot(taskId: string): Refusal | undefined {
    this.settle();
    const run = this.runs.get(taskId);
    if (run === undefined) return undefined;
    if (run.answer) return this.whenShared;
    if (run.endedWell)
      return { httpStatus: 200, message: 'The workflow has already ended well for this task' };
    if (run.starts < mostStarts) return undefined;
    return { httpStatus: 429, message: 'The workflow has failed too often for this task' };
  }

  /** How to answer a call whose look was shared with one that starts the workflow. */
  readonly whenShared: Refusal = {
    httpStatus: 503,
    message: 'The workflow is running for this task, and may still fail',
  };

  /** @param answer - what n8n answers the call with that starts the workflow */
  add(taskId: string, answer: Answer): void {
    this.settle();
    const starts = (this.runs.get(taskId)?.starts ?? 0) + 1;
    setNewest(this.runs, taskId, { starts, answer }, mostRemembered);
  }

  /** Lets go of the answers that were given: each holds all of its call. */
  private settle(): void {
    for (const run of this.runs.values())
      if (run.answer?.writableEnded) {
        run.endedWell = run.answer.statusCode < 300;
        delete run.answer;
      }
  }
}

const runsByNode = new Map<string, TaskRuns>();

/**
 * The runs that one node started in this process.
 *
 * @param address - tells the node from others
 */
export function taskRunsOf(address: string): TaskRuns {
  const runs = runsByNode.get(address) ?? new TaskRuns();
  runsByNode.set(address, runs);
  return runs;
}
