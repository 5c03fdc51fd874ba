import { taskField, taskStatus } from 'video-generation-openapi/constants';
import { type FaultName, faultNumber, findFault } from '../faults/fault.ts';
import { type ResolvedOptions } from '../options.ts';
import { type Choices } from '../presets.ts';
import { defaultDurationSeconds } from '../render/frame.ts';
import { leastSecondsOf, type StoredTask } from './task.ts';

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

const sampleRule = 'per_second';
const sampleCreditsPerSecond = 10;
const sampleEstimateSeconds = 120;

/** What public services tell of a task beside the contract's fields. The figures are made up. */
function describeOrder(task: StoredTask, taskSeconds: number): object {
  const videoSeconds = task.request.duration ?? defaultDurationSeconds;
  return {
    created: Math.floor(task.createdMs / 1000),
    object: 'video.generation.task',
    type: 'video',
    task_info: {
      can_cancel: false,
      estimated_time: leastSecondsOf(task, taskSeconds) || sampleEstimateSeconds,
      video_duration: videoSeconds,
    },
    usage: {
      billing_rule: sampleRule,
      credits_reserved: videoSeconds * sampleCreditsPerSecond,
      user_group: 'default',
    },
  };
}

/** The progress to show, after the faults of the task. */
function describeProgress(task: StoredTask, percent: number, alsoAtEnd: boolean): object {
  if (findFault(task.faults, 'no-progress')) return {};
  if (task.status !== taskStatus.pending) {
    const isDone = task.status === taskStatus.completed && !findFault(task.faults, 'final-status');
    return alsoAtEnd ? { [taskField.progress]: isDone ? 100 : 0 } : {};
  }
  const stuck = findFault(task.faults, 'stuck');
  return { [taskField.progress]: stuck ? faultNumber(stuck, 42) : Math.floor(percent) };
}

/**
 * Writes a task as the query endpoint answers it (contract 2.2, 4.2).
 *
 * @param resultUrl - address of the finished video
 */
export function describeTask(
  task: StoredTask,
  { running, percent }: Liveness,
  { choices, taskSeconds }: ResolvedOptions,
  resultUrl: string,
): Record<string, unknown> {
  return {
    ...(choices.idInTask && { [taskField.id]: task.id }),
    model: task.request.model,
    ...(choices.likePublicServices && describeOrder(task, taskSeconds)),
    [taskField.status]: describeStatus(task, running, choices),
    ...describeProgress(task, percent, choices.likePublicServices),
    ...describeResults(task, resultUrl),
    ...(task.failure && choices.failureField && { [choices.failureField]: task.failure }),
    ...choices.extraFields,
  };
}
