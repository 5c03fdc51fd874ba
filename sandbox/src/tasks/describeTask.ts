import { taskField, taskStatus } from 'video-generation-openapi/constants';
import { type FaultName, faultNumber, findFault } from '../faults/fault.ts';
import { type Choices } from '../options.ts';
import { type StoredTask } from './task.ts';

/** What of a task is only known while it is being made. */
export interface Liveness {
  running: boolean;
  percent: number;
}

/** The status to show, after the faults of the task. */
function describeStatus(task: StoredTask, running: boolean, choices: Choices): string {
  const unfinished = task.status === taskStatus.pending;
  const fault = findFault(task.faults, unfinished ? 'status' : 'final-status');
  if (fault) return fault.value ?? (unfinished ? 'queued' : 'canceled');
  return unfinished && running ? (choices.runningStatus ?? task.status) : task.status;
}

/** The result field of a completed task, after the faults of the task. */
function describeResults(task: StoredTask, resultUrl: string): object {
  const has = (name: FaultName) => findFault(task.faults, name) !== undefined;
  if (task.status !== taskStatus.completed || has('no-results') || has('final-status')) return {};
  return { [taskField.results]: has('empty-results') ? [] : [resultUrl] };
}

/**
 * Writes a task as the query endpoint answers it (contract 2.2, 4.2).
 *
 * @param resultUrl - address of the finished video
 */
export function describeTask(
  task: StoredTask,
  { running, percent }: Liveness,
  choices: Choices,
  resultUrl: string,
): Record<string, unknown> {
  const unfinished = task.status === taskStatus.pending;
  const stuck = findFault(task.faults, 'stuck');
  const shown = stuck ? faultNumber(stuck, 42) : Math.floor(percent);
  return {
    ...(choices.idInTask && { [taskField.id]: task.id }),
    [taskField.status]: describeStatus(task, running, choices),
    ...(unfinished && !findFault(task.faults, 'no-progress') && { [taskField.progress]: shown }),
    ...describeResults(task, resultUrl),
    ...(task.failure && choices.failureField && { [choices.failureField]: task.failure }),
    ...choices.extraFields,
  };
}
