import type { N8nProcess } from './N8nProcess.ts';

/** From n8n's timer on, another worker may have the execution: the one in which it slept lets it go. */
const letsGoWithinMs = 60_000;

/** Until when each worker may look at the tasks of executions that have slept in it. */
export class WorkerWatches {
  /** The first task that a worker looked at for an execution that it should have let go. */
  watchedOn: string | undefined;
  private readonly untilMs = new Map<N8nProcess, Map<string, number>>();

  /** @param timerAtMs - when n8n wakes the execution, by the world's time */
  noteAsleep(worker: N8nProcess, executionId: string, timerAtMs: number): void {
    const ofWorker = this.untilMs.get(worker) ?? new Map<string, number>();
    this.untilMs.set(worker, ofWorker.set(executionId, timerAtMs + letsGoWithinMs));
  }

  /** @param look - executionIds: those that have the task; a retry is one of its own */
  noteLook(
    worker: N8nProcess,
    { taskId, executionIds, nowMs }: { taskId: string; executionIds: string[]; nowMs: number },
  ): void {
    const ofWorker = this.untilMs.get(worker);
    const sleptHere = executionIds.filter((id) => ofWorker?.has(id));
    if (sleptHere.length === 0 || executionIds.some((id) => worker.runs.includes(id))) return;
    if (sleptHere.every((id) => nowMs > ofWorker!.get(id)!))
      this.watchedOn ??= `${taskId} by ${worker.name}`;
  }
}
