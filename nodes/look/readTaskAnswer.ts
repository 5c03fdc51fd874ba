import { taskField } from '../generated/contract';
import { recognizeTask } from '../tasks/findTask';
import { notSentCode } from '../service/sendPaced';
import type { RequestOptions, Service } from '../service/connectService';
import type { ServiceAnswer } from '../service/ServiceAnswer';
import type { TaskAnswer } from './TaskAnswer';

/** Asks the service once for a task, and reads what the answer means for the wait. */
export async function askTask(
  service: Service,
  taskId: string,
  options: RequestOptions,
): Promise<TaskAnswer> {
  return readTaskAnswer(await service.getTask(taskId, options), taskId);
}

/**
 * What the service's answer to a read means for the wait. Reading is free of effects, so whatever
 * may pass is tried again.
 *
 * @param taskId - the task that was asked for
 */
export function readTaskAnswer(answer: ServiceAnswer, taskId: string): TaskAnswer {
  switch (answer.kind) {
    case 'task': {
      const { task, contradiction } = recognizeTask(answer.task, taskId);
      if (task !== undefined) return { kind: 'task', task };
      if (contradiction !== undefined) return { kind: 'contradiction', reason: contradiction };
      return { kind: 'silent', reason: `the answer has no "${taskField.status}"` };
    }
    case 'busy':
      return { kind: 'busy', ...withReason(answer), ...retryAfter(answer) };
    case 'faulty':
      return { kind: 'fault', ...withReason(answer), ...retryAfter(answer) };
    case 'notFound':
      return { kind: 'notFound', ...withReason(answer) };
    case 'unauthorized':
      return { kind: 'keyRefused', ...withReason(answer) };
    case 'refused':
      return { kind: 'refused', ...withReason(answer) };
    case 'redirected':
      return {
        kind: 'refused',
        reason: `HTTP ${answer.httpStatus}, a redirect to ${answer.location || 'nowhere'}, which we don’t follow`,
      };
    case 'unreadable':
      return { kind: 'silent', ...withReason(answer) };
    case 'unsent':
    case 'unanswered':
      return {
        // What was stopped tells nothing of the service.
        kind: answer.code === notSentCode ? 'fault' : 'silent',
        reason: answer.detail || answer.code || 'no answer',
      };
    case 'cancelled':
      return { kind: 'fault', reason: 'the request was stopped' };
  }
}

const withReason = ({ httpStatus, detail }: { httpStatus: number; detail: string }) => ({
  reason: detail === '' ? `HTTP ${httpStatus}` : `HTTP ${httpStatus}, ${detail}`,
});

const retryAfter = ({ retryAfterMs }: { retryAfterMs?: number }) =>
  retryAfterMs === undefined ? {} : { retryAfterMs };
