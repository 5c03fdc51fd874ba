import { sleep } from 'n8n-workflow';
import { finalTaskStatuses } from '../generated/contract';
import type { Task } from '../generated/types';
import type { TaskAnswer } from '../waiting/answer';
import type { Refusal } from './readTaskId';

// A callback may overtake the service's own records; a longer wait is left to its next delivery.
const pausesMs = [1_000, 2_000];

/**
 * Reads the task until it is finished, a few times at most.
 *
 * @param ask - reads the task once
 * @param pause - waits between two tries
 * @returns the finished task, or how to answer the caller: with 5xx when a later call may do better
 */
export async function verifyTask(
  ask: () => Promise<TaskAnswer>,
  pause: (durationMs: number) => Promise<void> = sleep,
): Promise<{ task: Task } | Refusal> {
  for (let tries = 0; ; tries++) {
    const answer = await ask();
    if (answer.kind === 'task' && isFinal(answer.task)) return { task: answer.task };
    const pauseMs = isRefusal(answer) ? undefined : pausesMs[tries];
    if (pauseMs === undefined) return refusal(answer);
    await pause(pauseMs);
  }
}

const isFinal = ({ status }: Task) => (finalTaskStatuses as readonly string[]).includes(status);

const isRefusal = ({ kind }: TaskAnswer) => kind === 'refused' || kind === 'keyRefused';

function refusal(answer: TaskAnswer): Refusal {
  switch (answer.kind) {
    case 'task':
      return { httpStatus: 409, message: 'The task is not finished' };
    case 'notFound':
      return { httpStatus: 404, message: 'There is no such task' };
    case 'refused':
    case 'keyRefused':
      return { httpStatus: 502, message: 'The task could not be verified' };
    case 'busy':
    case 'fault':
    case 'silent':
    case 'contradiction':
      return { httpStatus: 503, message: 'The task could not be verified at this time' };
  }
}
