import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import type { ServiceAnswer } from '../service/ServiceAnswer';
import type { TaskAnswer } from './answer';

/** What the service's answer to a read means for the wait. Reading is free of effects, so whatever may pass is tried again. */
export function readAnswer(answer: ServiceAnswer): TaskAnswer {
  switch (answer.kind) {
    case 'task': {
      const { status } = answer.task;
      // Everything else about a task may be missing or odd, but without a status nothing is known.
      if (typeof status === 'string') return { kind: 'task', task: answer.task as Task };
      return { kind: 'fault', reason: `the answer has no "${taskField.status}"` };
    }
    case 'busy':
      return { kind: 'busy', ...withReason(answer), ...retryAfter(answer) };
    case 'faulty':
      return { kind: 'fault', ...withReason(answer), ...retryAfter(answer) };
    case 'notFound':
      return { kind: 'notFound', ...withReason(answer) };
    case 'unauthorized':
    case 'refused':
      return { kind: 'refused', ...withReason(answer) };
    case 'redirected':
      return {
        kind: 'refused',
        reason: `HTTP ${answer.httpStatus}, a redirect to ${answer.location || 'nowhere'}, which is not followed`,
      };
    case 'unreadable':
      return { kind: 'fault', ...withReason(answer) };
    case 'unsent':
    case 'unanswered':
      return { kind: 'fault', reason: answer.detail || answer.code || 'no answer' };
    case 'cancelled':
      return { kind: 'fault', reason: 'the request was stopped' };
  }
}

const withReason = ({ httpStatus, detail }: { httpStatus: number; detail: string }) => ({
  reason: detail === '' ? `HTTP ${httpStatus}` : `HTTP ${httpStatus}, ${detail}`,
});

const retryAfter = ({ retryAfterMs }: { retryAfterMs?: number }) =>
  retryAfterMs === undefined ? {} : { retryAfterMs };
