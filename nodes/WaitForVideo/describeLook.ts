import type { Failure } from '../errors/Failure';
import { onlyAsked } from '../look/describeFailure';
import { faultRules } from '../look/faults';
import type { Fault } from '../look/TaskAnswer';

/** The words for a look that brought no task. Whether that was paid for, such a look cannot tell. */
export function describeLook(taskId: string, { kind, reason }: Fault): Failure {
  const { outcome, message, advice } = faultRules[kind];
  return {
    message: message(taskId, reason),
    description: `${onlyAsked} ${advice}`,
    reason: outcome,
    paid: 'unknown',
    taskId,
  };
}
