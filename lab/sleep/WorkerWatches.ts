import type { N8nProcess } from './N8nProcess.ts';

/** From n8n's timer on, another worker may have the execution: the one in which it slept lets it go. */
const letsGoWithinMs = 60_000;

/** Until when each worker may look at the tasks of executions that have slept in it. */
export class WorkerWatches {
  private readonly untilMs = new Map<N8nProcess, Map<string, number>>();

  /** @param timerAtMs - when n8n wakes the execution, by the world's time */
  noteAsleep(worker: N8nProcess, executionId: string, timerAtMs: number): void {
    const ofWorker = this.untilMs.get(worker) ?? new Map<string, number>();
    this.untilMs.set(worker, ofWorker.set(executionId, timerAtMs + letsGoWithinMs));
  }

  /**
   * Whether a worker looks at a task for an execution that it should have let go.
   *
   * @param executionIds - those that have the task: a retry is one of its own
   */
  isTooLate(worker: N8nProcess, executionIds: readonly string[], nowMs: number): boolean {
    const ofWorker = this.untilMs.get(worker);
    const sleptHere = executionIds.filter((id) => ofWorker?.has(id));
    if (sleptHere.length === 0 || executionIds.some((id) => worker.runs.includes(id))) return false;
    return sleptHere.every((id) => nowMs > ofWorker!.get(id)!);
  }
}
