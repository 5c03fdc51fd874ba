import type { Failure } from '../errors/Failure';
import { taskField } from '../generated/contract';
import type { ServiceAnswer, TaskRecord } from '../service/ServiceAnswer';

export type Outcome =
  | { kind: 'accepted'; task: TaskRecord }
  /** The service certainly did not take it. */
  | { kind: 'notCreated'; failure: Failure }
  /** It may have been taken; sending again may pay twice. */
  | { kind: 'unknown'; failure: Failure };

const notPaid = 'Nothing was created, so nothing was paid.';
const mayBePaid = 'A task may have been created and paid for.';
const lookFirst = 'Look in the service’s dashboard before you run this item again.';

const notCreated = (reason: string, failure: Omit<Failure, 'reason' | 'paid'>): Outcome => ({
  kind: 'notCreated',
  failure: { reason, paid: 'no', ...failure },
});
const unknown = (reason: string, failure: Omit<Failure, 'reason' | 'paid'>): Outcome => ({
  kind: 'unknown',
  failure: { reason, paid: failure.taskId ? 'yes' : 'unknown', ...failure },
});
const said = (detail: string) => (detail ? ` It said: ${detail}` : '');

/**
 * Says what the answer to a create request means for the person who paid for it.
 *
 * @param answer - what the request came to
 * @param baseUrl - where it was sent, for the message
 */
export function readOutcome(answer: ServiceAnswer, baseUrl: string): Outcome {
  switch (answer.kind) {
    case 'task':
      return readCreatedTask(answer.task, answer.httpStatus);
    case 'unauthorized':
      return notCreated('unauthorized', {
        message: `The service refused the API key (HTTP ${answer.httpStatus})`,
        description: `${notPaid} Check the API key and the Base URL of the VideoGen API credential.${said(answer.detail)}`,
        httpStatus: answer.httpStatus,
      });
    case 'busy':
      return notCreated('busy', {
        message: 'The service is taking no more requests for now (HTTP 429)',
        description: `${notPaid} Run the item again later, lower "Requests at Once", or raise "Wait When Busy".${said(answer.detail)}`,
        httpStatus: answer.httpStatus,
      });
    case 'refused':
      return notCreated('refused', {
        message: `The service refused the request (HTTP ${answer.httpStatus})`,
        description: `${notPaid} Correct the field it names and run the item again.${said(answer.detail)}`,
        httpStatus: answer.httpStatus,
      });
    case 'notFound':
      return notCreated('notFound', {
        message: `There is no video service at ${baseUrl} (HTTP ${answer.httpStatus})`,
        description: `${notPaid} Check the Base URL of the VideoGen API credential.${said(answer.detail)}`,
        httpStatus: answer.httpStatus,
      });
    case 'redirected':
      // 303 means "done, look there"; the other redirects mean "ask there instead".
      return (answer.httpStatus === 303 ? unknown : notCreated)('redirected', {
        message: `The service answered with a redirect to ${answer.location || 'nowhere'} (HTTP ${answer.httpStatus})`,
        description: `${answer.httpStatus === 303 ? mayBePaid : notPaid} Redirects are not followed, so that the API key stays where it belongs. Set the credential’s Base URL to the address that the service really has.`,
        httpStatus: answer.httpStatus,
      });
    case 'unsent':
      return notCreated('unreachable', {
        message: `The service at ${baseUrl} cannot be reached`,
        description: `${notPaid} Check the Base URL of the VideoGen API credential and the network. Cause: ${answer.detail || answer.code}`,
      });
    case 'faulty':
      return unknown('serviceFault', {
        message: `The service failed while taking the request (HTTP ${answer.httpStatus})`,
        description: `${mayBePaid} ${lookFirst}${said(answer.detail)}`,
        httpStatus: answer.httpStatus,
      });
    case 'unreadable':
      return unknown('unreadableAnswer', {
        message: answer.taskId
          ? `Task ${answer.taskId} was accepted, but the answer broke off`
          : `The service answered, but the answer cannot be read (HTTP ${answer.httpStatus})`,
        description: answer.taskId
          ? `A task was created. Pass its id, ${answer.taskId}, to Wait for Video. Cause: ${answer.detail}`
          : `${mayBePaid} ${lookFirst} Cause: ${answer.detail}`,
        httpStatus: answer.httpStatus,
        ...(answer.taskId ? { taskId: answer.taskId } : {}),
      });
    case 'unanswered':
      return unknown('noAnswer', {
        message: 'The service did not answer, so it is unknown whether it took the request',
        description: `${mayBePaid} ${lookFirst} Cause: ${answer.detail || answer.code || 'no answer'}`,
      });
    case 'cancelled':
      return unknown('cancelled', {
        message: 'The execution was stopped while the request was under way',
        description: `${mayBePaid} ${lookFirst}`,
      });
  }
}

function readCreatedTask(task: TaskRecord, httpStatus: number): Outcome {
  const id = task[taskField.id];
  if (typeof id === 'string' && id.trim() !== '') return { kind: 'accepted', task };
  if (typeof id === 'number')
    return { kind: 'accepted', task: { ...task, [taskField.id]: String(id) } };
  return unknown('noTaskId', {
    message: `The service accepted the request, but its answer holds no task id (HTTP ${httpStatus})`,
    description: `${mayBePaid} ${lookFirst} The answer has the fields: ${Object.keys(task).slice(0, 20).join(', ') || '(none)'}`,
    httpStatus,
  });
}
