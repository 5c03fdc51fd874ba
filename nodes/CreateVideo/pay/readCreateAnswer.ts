import type { Failure, Paid } from '../../errors/Failure';
import { operations, taskField } from '../../generated/contract';
import { notSentCode } from '../../service/sendPaced';
import type { ServiceAnswer, TaskRecord } from '../../service/ServiceAnswer';
import { redact } from '../../text/redact';
import { taskIdProblem } from '../../tasks/taskIdProblem';

export type Outcome =
  | { kind: 'accepted'; task: TaskRecord }
  /** The service certainly did not take it. */
  | { kind: 'notCreated'; failure: Failure }
  /** It may have been taken; sending again may pay twice. */
  | { kind: 'unknown'; failure: Failure };

/** What still stands in a headline. */
export const longestCause = 200;

const lookFirst = 'Check the service’s dashboard before you order this again.';

interface Words extends Pick<Failure, 'message' | 'httpStatus' | 'taskId' | 'cause' | 'ids'> {
  advice: string;
}

function toFailure(reason: string, paid: Paid, words: Words): Failure {
  const { advice, cause, httpStatus } = words;
  const isSaid = httpStatus !== undefined && reason !== 'unreadableAnswer';
  const said =
    cause && cause !== words.message && `${isSaid ? 'The service said' : 'Cause'}: ${cause}`;
  const named = nameIds(words.ids).replace(/^its(.*)/, 'Its$1.');
  const description = [charged[paid], advice, named, said].filter(Boolean).join(' ');
  return { ...words, reason, paid, description };
}

/** What an answer named that may be the task, in the words of a clause; empty for nothing. */
export const nameIds = (ids: readonly string[] = []): string =>
  ids.length === 0 ? '' : `its answer names ${ids.join(', ')}`;

/** What the service or the network said, and what it named. */
function tell(answer: ServiceAnswer): Pick<Failure, 'cause' | 'ids'> {
  return {
    ...('detail' in answer && answer.detail && { cause: answer.detail }),
    ...('ids' in answer && { ids: answer.ids }),
  };
}

/** The sentence about money; nothing else in a message speaks of it. */
const charged: Record<Paid, string> = {
  yes: 'The video was charged.',
  no: 'Nothing was charged.',
  unknown: 'The video may have been created and charged.',
};

const notCreated = (reason: string, words: Words): Outcome => ({
  kind: 'notCreated',
  failure: toFailure(reason, 'no', words),
});

const unknown = (reason: string, words: Words): Outcome => ({
  kind: 'unknown',
  failure: toFailure(reason, words.taskId === undefined ? 'unknown' : 'yes', words),
});

/**
 * Says what the answer to a create request means for the person who paid for it.
 *
 * @param answer - what the request came to
 * @param baseUrl - where it was sent, for the message
 */
export function readOutcome(answer: ServiceAnswer, baseUrl: string): Outcome {
  const told = tell(answer);
  switch (answer.kind) {
    case 'task':
      return readCreatedTask(answer.task, answer.httpStatus, told);
    case 'unauthorized':
      return notCreated('unauthorized', {
        message: `The service refused the API key (HTTP ${answer.httpStatus})`,
        advice: 'Check the API key and the Base URL of the VideoGen API credential.',
        httpStatus: answer.httpStatus,
        ...told,
      });
    case 'busy':
      return notCreated('busy', {
        message: `The service is too busy to take this request (HTTP ${answer.httpStatus})`,
        advice: 'Try again later.',
        httpStatus: answer.httpStatus,
        ...told,
      });
    case 'refused':
      return readRefusal(answer.httpStatus, told);
    case 'notFound':
      return notCreated('notFound', {
        message: `There is no video service at ${baseUrl} (HTTP ${answer.httpStatus})`,
        advice: 'Check the Base URL of the VideoGen API credential.',
        httpStatus: answer.httpStatus,
        ...told,
      });
    case 'redirected':
      return readRedirect(answer, baseUrl, told);
    case 'unsent':
      if (answer.code === notSentCode)
        return notCreated('cancelled', {
          message: 'The execution was stopped before this row was sent',
          advice: 'Run the workflow again when you like.',
        });
      return notCreated('unreachable', {
        message: `n8n can’t reach the service at ${baseUrl}`,
        advice: 'Check the Base URL of the VideoGen API credential and the network.',
        ...told,
      });
    case 'faulty':
      return unknown('serviceFault', {
        message: `The service had a problem while it was taking the request (HTTP ${answer.httpStatus})`,
        advice: lookFirst,
        httpStatus: answer.httpStatus,
        ...told,
      });
    case 'unreadable':
      if (answer.taskId !== undefined)
        return unknown('unreadableAnswer', {
          message: `Task ${answer.taskId} was created, but the service’s answer broke off`,
          advice: `Pass the ID ${answer.taskId} to Wait for Video to get it.`,
          httpStatus: answer.httpStatus,
          ...told,
          taskId: answer.taskId,
        });
      return unknown('unreadableAnswer', {
        message: `The service answered, but we can’t read its answer (HTTP ${answer.httpStatus})`,
        advice: lookFirst,
        httpStatus: answer.httpStatus,
        ...told,
      });
    case 'unanswered':
      return unknown('noAnswer', {
        message: 'The service didn’t answer, so nobody knows whether it took the request',
        advice: lookFirst,
        ...told,
      });
    case 'cancelled':
      return unknown('cancelled', {
        message: 'The execution was stopped while the request was under way',
        advice: lookFirst,
      });
  }
}

/** The outcome of a request at which this node itself broke off. */
export const brokenOff = (error: unknown): Outcome =>
  unknown('brokenOff', {
    message: 'Something in this node went wrong while the request was under way',
    advice: lookFirst,
    cause: redact(error instanceof Error ? error.message : String(error)),
  });

/** The outcome of a row whose Order Key n8n could not remember: without that, it is not sent. */
export const keyNotClaimed = (error: unknown): Outcome =>
  notCreated('keyNotClaimed', {
    message: 'n8n couldn’t remember the Order Key of this row, so the row wasn’t sent',
    advice: 'Try again in a minute.',
    cause: redact(error instanceof Error ? error.message : String(error)),
  });

/** The outcome of rows that n8n was sending when it ended. */
export const lostWithPage: Outcome = unknown('lostPage', {
  message: 'n8n ended while this row was being ordered, so nobody knows whether it was',
  advice: lookFirst,
});

/**
 * 307 and 308 mean "ask there instead". The older redirects mean that too where they lead to the
 * same path, as from http to https; elsewhere they may as well mean "done, look there".
 */
function readRedirect(
  { httpStatus, location }: Extract<ServiceAnswer, { kind: 'redirected' }>,
  baseUrl: string,
  told: Pick<Failure, 'cause' | 'ids'>,
): Outcome {
  const asked = new URL(baseUrl + operations.createVideo.path);
  const target = URL.canParse(location, asked.href) ? new URL(location, asked) : undefined;
  const isSamePath = target?.pathname === asked.pathname && target.href !== asked.href;
  const isElsewhere =
    httpStatus === 307 || httpStatus === 308 || (httpStatus !== 303 && isSamePath);
  return (isElsewhere ? notCreated : unknown)('redirected', {
    message: `The service answered with a redirect to ${location || 'nowhere'} (HTTP ${httpStatus})`,
    advice: `${isElsewhere ? '' : `${lookFirst} `}We don’t follow redirects, so that your API key stays where it belongs. Set the Base URL of the VideoGen API credential to the address that the service really has.`,
    httpStatus,
    ...(!isElsewhere && told),
  });
}

/** What the service complains about is the reason, where it says so in a line that one reads. */
function readRefusal(httpStatus: number, told: Pick<Failure, 'cause' | 'ids'>): Outcome {
  const { cause = '' } = told;
  const refused = `The service refused the request (HTTP ${httpStatus})`;
  const isReason = cause !== '' && cause.length <= longestCause && !/[\n<]/.test(cause);
  return notCreated('refused', {
    message: isReason ? cause : refused,
    advice: `${isReason ? `${refused}. ` : ''}Fix the problem it names and try again.`,
    httpStatus,
    ...told,
  });
}

function readCreatedTask(
  task: TaskRecord,
  httpStatus: number,
  told: Pick<Failure, 'cause' | 'ids'>,
): Outcome {
  const id = task[taskField.id];
  if (typeof id !== 'string' || id.trim() === '')
    return unknown('noTaskId', {
      message: `The service accepted the request, but its answer holds no task ID (HTTP ${httpStatus})`,
      advice: `${lookFirst} The answer has the fields: ${Object.keys(task).slice(0, 20).join(', ') || '(none)'}.`,
      httpStatus,
      ...told,
    });
  const problem = taskIdProblem(id);
  if (problem === undefined) return { kind: 'accepted', task };
  const shown = JSON.stringify(id.slice(0, 200)).slice(1, -1);
  return unknown('unusableTaskId', {
    message: `The service created a task whose ID can’t be used: it ${problem}`,
    advice: `Give the ID "${shown}" to the service’s support.`,
    httpStatus,
    taskId: shown,
  });
}
