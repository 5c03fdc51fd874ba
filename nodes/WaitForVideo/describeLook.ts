import type { Failure } from '../errors/Failure';
import type { TaskAnswer } from '../look/TaskAnswer';
import { onlyAsked } from '../look/describeFailure';

type Fault = Exclude<TaskAnswer, { kind: 'task' }>;

const lookAgain = 'Look again in a moment.';

const wordings: Record<
  Fault['kind'],
  { reason: string; message: (taskId: string, said: string) => string; advice: string }
> = {
  notFound: {
    reason: 'notFound',
    message: (taskId, said) => `The service doesn’t know task ${taskId}: ${said}`,
    advice:
      'Check the task ID, and that the credential belongs to the account that created the task. If you created it just now, look again in a moment.',
  },
  keyRefused: {
    reason: 'unauthorized',
    message: (taskId, said) =>
      `The service refused the API key when we asked for the status of task ${taskId}: ${said}`,
    advice:
      'Open the VideoGen API credential and test it, and check that it belongs to the account that created the task.',
  },
  refused: {
    reason: 'refused',
    message: (taskId, said) => `The service refused to tell the status of task ${taskId}: ${said}`,
    advice: 'Check the task ID and the VideoGen API credential.',
  },
  contradiction: {
    reason: 'contradiction',
    message: (taskId, said) => `The service contradicts itself about task ${taskId}: ${said}`,
    advice: `${lookAgain} If it stays like this, give the task ID and this message to the service’s support.`,
  },
  silent: {
    reason: 'unreachable',
    message: (taskId, said) =>
      `The service gave no usable answer when we asked for the status of task ${taskId}: ${said}`,
    advice: `${lookAgain} If it stays like this, check the Base URL in the VideoGen API credential, and that n8n can get there.`,
  },
  busy: {
    reason: 'busy',
    message: (taskId, said) =>
      `The service is too busy to tell the status of task ${taskId}: ${said}`,
    advice: lookAgain,
  },
  fault: {
    reason: 'serviceFault',
    message: (taskId, said) =>
      `The service had a problem when we asked for the status of task ${taskId}: ${said}`,
    advice: lookAgain,
  },
};

/** The words for a look that brought no task. Whether that was paid for, such a look cannot tell. */
export function describeLook(taskId: string, { kind, reason: said }: Fault): Failure {
  const { reason, message, advice } = wordings[kind];
  return {
    message: message(taskId, said),
    description: `${onlyAsked} ${advice}`,
    reason,
    paid: 'unknown',
    taskId,
  };
}
