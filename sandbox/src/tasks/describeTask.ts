import { taskField, taskStatus } from 'videogen-openapi/constants';
import { type Choices } from '../options.ts';
import { type StoredTask } from './task.ts';

/** What of a task is only known while it is being made. */
export interface Liveness {
  running: boolean;
  percent: number;
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
  return {
    ...(choices.idInTask && { [taskField.id]: task.id }),
    [taskField.status]:
      unfinished && running ? (choices.runningStatus ?? task.status) : task.status,
    ...(unfinished && { [taskField.progress]: Math.floor(percent) }),
    ...(task.status === taskStatus.completed && { [taskField.results]: [resultUrl] }),
    ...(task.failure && choices.failureField && { [choices.failureField]: task.failure }),
    ...choices.extraFields,
  };
}
