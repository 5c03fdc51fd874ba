import { finalTaskStatuses } from '../generated/contract';
import type { Task } from '../generated/types';
import type { TaskAnswer } from '../look/TaskAnswer';
import type { Admission } from './admission';
import type { Refusal } from './readCallbackTaskId';

// A callback may overtake the service's own records; a longer wait is left to its next delivery.
const pausesMs = [1_000, 2_000];

/** What a call is checked with. */
export interface Verification {
  /** Reads the task once. */
  ask(): Promise<TaskAnswer>;
  /** Lets go of what the call need not hold while it waits; before every wait, maybe repeatedly. */
  beforeWait(): Promise<void>;
  /** Waits between two tries. */
  pause(durationMs: number): Promise<void>;
  admission: Admission;
  /** Address of whoever called. */
  caller: string;
}

/**
 * Reads the task until it is finished: a few times at most, each in its turn, and a task that the
 * service does not know only once while many calls come in.
 *
 * @returns the finished task, or how to answer the caller: with 5xx or 429 when a later call may do
 *   better
 */
export async function verifyTask({
  ask,
  beforeWait,
  pause,
  admission,
  caller,
}: Verification): Promise<{ task: Task } | Refusal> {
  for (let tries = 0; ; tries++) {
    if (!admission.isOpen) await beforeWait();
    if (!(await admission.enter(caller))) return turnedAway(admission);
    let answer: TaskAnswer | undefined;
    try {
      answer = await ask();
    } finally {
      admission.leave(caller, answer ? foundBy(answer) : 'unclear');
    }
    if (answer.kind === 'task' && isFinal(answer.task)) return { task: answer.task };
    const pauseMs = isRefusal(answer) ? undefined : pausesMs[tries];
    const isKnown = answer.kind === 'task';
    if (pauseMs === undefined || (!isKnown && !admission.isCalm)) return refusal(answer);
    await beforeWait();
    await pause(pauseMs);
  }
}

const isFinal = ({ status }: Task) => (finalTaskStatuses as readonly string[]).includes(status);

const isRefusal = ({ kind }: TaskAnswer) => kind === 'refused' || kind === 'keyRefused';

function foundBy(answer: TaskAnswer) {
  if (answer.kind === 'notFound' || isRefusal(answer)) return 'nothing';
  return answer.kind === 'task' && isFinal(answer.task) ? 'finished' : 'unclear';
}

/** What a call is told that cannot be held. */
export const turnedAway = ({ retryAfterSeconds }: Admission): Refusal => ({
  httpStatus: 429,
  message: 'Too many calls are waiting to be checked',
  retryAfterSeconds,
});

function refusal(answer: TaskAnswer): Refusal {
  switch (answer.kind) {
    case 'task':
      return { httpStatus: 409, message: 'The task isn’t finished yet' };
    case 'notFound':
      return { httpStatus: 404, message: 'There is no such task' };
    case 'refused':
    case 'keyRefused':
      return { httpStatus: 502, message: 'The service refused to tell the status of the task' };
    case 'busy':
    case 'fault':
    case 'silent':
    case 'contradiction':
      return { httpStatus: 503, message: 'The task can’t be checked with the service right now' };
  }
}
