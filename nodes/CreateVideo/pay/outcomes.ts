import type { Failure, Paid } from '../../errors/Failure';
import { operations, taskField } from '../../generated/contract';
import type { ServiceAnswer } from '../../service/ServiceAnswer';
import { briefTask } from '../../tasks/briefTask';
import { redact } from '../../text/redact';
import { taskIdProblem } from '../../tasks/taskIdProblem';
import type { Outcome } from './Pass';

const lookFirst = 'Check the service’s dashboard before you order this again.';
const checkUrl = 'Check the Base URL of the VideoGen API credential';
const checkKey = 'Check the API key and the Base URL of the VideoGen API credential.';
const realUrl =
  'We don’t follow redirects, so that your API key stays where it belongs. Set the Base URL of the VideoGen API credential to the address that the service really has.';
const whereIsKey =
  'An earlier execution has ordered it, or n8n ended while it did. Look for that execution under Executions: it has the ID, which you can give to Wait for Video. If there is no such video in the service’s dashboard, give the row another key, such as the same with “-2” behind it.';

/** The sentence about money; nothing else in a message speaks of it. */
const charged: Record<Paid, string> = {
  yes: 'The video was charged.',
  no: 'Nothing was charged.',
  unknown: 'The video may have been created and charged.',
};

/** Whether trying again is of no use, or what to do instead is said already. */
export const isFinal = ({ reason }: Pick<Failure, 'reason'>) =>
  reason === 'orderedBefore' || reason === 'tooManyVideos';

/** What mends the cause, and what to do then: `next` begins with a small letter. */
export const inSteps = (mend: string, next: string): string =>
  mend === '' ? next.charAt(0).toUpperCase() + next.slice(1) : `${mend} Then ${next}`;

/**
 * The state of the money, what to do, and what the service or the network said.
 *
 * @param next - what to do when the cause of something unpaid is mended
 */
export function describe(
  { reason, paid, message, advice = '', cause = '' }: Omit<Failure, 'description'>,
  next = 'try again.',
  charge = charged[paid],
): string {
  const steps = paid === 'no' && !isFinal({ reason }) ? inSteps(advice, next) : advice;
  const isNews = cause !== '' && cause !== message;
  return `${charge} ${steps}${isNews ? ` Details: ${cause}` : ''}`;
}

/** Makes a failure of what happened, what was paid, and what mends it. */
export function failWith(
  reason: string,
  paid: Paid,
  message: string,
  advice: string,
  said: Pick<Failure, 'cause' | 'ids' | 'httpStatus' | 'taskId'> = {},
): Failure {
  const failure = { reason, paid, message, advice, ...said };
  return { ...failure, description: describe(failure) };
}

/** The outcome of a row that failed, by whether it was paid. */
const fail = (...told: Parameters<typeof failWith>): Outcome => {
  const failure = failWith(...told);
  return { kind: failure.paid === 'no' ? 'notCreated' : 'unknown', failure };
};

/**
 * Says what the answer to a create request means for the person who paid for it.
 *
 * @param answer - what the request came to
 * @param baseUrl - where it was sent, for the message
 */
export function readOutcome(answer: ServiceAnswer, baseUrl: string): Outcome {
  const { httpStatus, detail, ids }: Said = answer;
  const cause = [detail, ids && `its answer names ${ids.join(', ')}`].filter(Boolean).join('; ');
  const http = `(HTTP ${httpStatus})`;
  const end = (reason: string, paid: Paid, message: string, advice: string, more: object = {}) =>
    fail(reason, paid, message, advice, {
      ...(httpStatus !== undefined && { httpStatus }),
      ...(cause !== '' && { cause }),
      ...(ids !== undefined && { ids }),
      ...more,
    });
  switch (answer.kind) {
    case 'unreadable': {
      const message = `The service answered, but we can’t read its answer ${http}`;
      return end('unreadableAnswer', 'unknown', message, lookFirst);
    }
    case 'task': {
      const { task } = answer;
      const id = task[taskField.id];
      if (typeof id !== 'string' || id.trim() === '') {
        const message = `The service accepted the request, but its answer holds no task ID ${http}`;
        const fields = Object.keys(task).slice(0, 20).join(', ') || '(none)';
        const has = `The answer has the fields: ${fields}.`;
        return end('noTaskId', 'unknown', message, `${lookFirst} ${has}`);
      }
      const problem = taskIdProblem(id);
      if (problem === undefined) return { kind: 'accepted', task: briefTask(task) };
      const taskId = JSON.stringify(id.slice(0, 200)).slice(1, -1);
      const message = `The service created a task whose ID can’t be used: it ${problem}`;
      const advice = `Give the ID "${taskId}" to the service’s support.`;
      return fail('unusableTaskId', 'yes', message, advice, { taskId });
    }
    case 'unauthorized':
      return end('unauthorized', 'no', `The service refused the API key ${http}`, checkKey);
    case 'busy': {
      const message = `The service is too busy to accept this request ${http}`;
      return end('busy', 'no', message, 'Wait a while.');
    }
    case 'notFound':
      return end(
        'notFound',
        'no',
        `There is no video service at ${baseUrl} ${http}`,
        `${checkUrl}.`,
      );
    case 'refused': {
      const message = `The service refused the request ${http}`;
      const fix = 'Fix the problem it names.';
      const isReason = /^[^\n<]{1,200}$/.test(cause);
      if (isReason) return end('refused', 'no', cause, `${message}. ${fix}`);
      return end('refused', 'no', message, fix);
    }
    case 'redirected': {
      const message = `The service answered with a redirect to ${answer.location || 'nowhere'} ${http}`;
      if (leadsElsewhere(answer, baseUrl)) return end('redirected', 'no', message, realUrl);
      return end('redirected', 'unknown', message, `${lookFirst} ${realUrl}`);
    }
    case 'unsent': {
      const message = `n8n can’t reach the service at ${baseUrl}`;
      return end('unreachable', 'no', message, `${checkUrl} and the network.`);
    }
    case 'faulty': {
      const message = `The service had a problem while it was handling the request ${http}`;
      return end('serviceFault', 'unknown', message, lookFirst);
    }
    case 'unanswered': {
      const message = 'The service didn’t answer, so nobody knows whether it accepted the request';
      return end('noAnswer', 'unknown', message, lookFirst);
    }
    case 'cancelled': {
      const message = 'The execution was stopped while the request was under way';
      return end('cancelled', 'unknown', message, lookFirst);
    }
  }
}

/** What an answer may say besides its kind. */
interface Said {
  kind: string;
  httpStatus?: number;
  detail?: string;
  ids?: string[];
}

/**
 * 307 and 308 mean "ask there instead". The older redirects mean that too where they lead to the
 * same path, as from http to https; elsewhere they may as well mean "done, look there".
 */
function leadsElsewhere(
  { httpStatus, location }: Extract<ServiceAnswer, { kind: 'redirected' }>,
  baseUrl: string,
): boolean {
  if (httpStatus === 307 || httpStatus === 308) return true;
  const asked = new URL(baseUrl + operations.createVideo.path);
  if (httpStatus === 303 || !URL.canParse(location, asked.href)) return false;
  const target = new URL(location, asked);
  return target.pathname === asked.pathname && target.href !== asked.href;
}

const causeOf = (error: unknown) => ({
  cause: redact(error instanceof Error ? error.message : String(error)),
});

/** The outcome of a request at which this node itself broke off. */
export const brokenOff = (error: unknown): Outcome => {
  const message = 'Something in this node went wrong while the request was under way';
  return fail('brokenOff', 'unknown', message, lookFirst, causeOf(error));
};

/** The outcome of a row whose Order Key n8n could not remember: without that, it is not sent. */
export const keyNotClaimed = (error: unknown): Outcome => {
  const message = 'n8n couldn’t remember the Order Key of this row, so the row wasn’t sent';
  return fail('keyNotClaimed', 'no', message, 'Wait a minute.', causeOf(error));
};

/** The outcome of a row whose order was placed before, when nobody here knows its task. */
export const keyTaken = (orderKey: string): Outcome => {
  const message = `The Order Key "${orderKey}" is taken, and the ID of its task isn’t known here any more`;
  return fail('orderedBefore', 'no', message, whereIsKey);
};

const ended = 'n8n ended while this row was being ordered, so nobody knows whether it was';
/** The outcome of rows that n8n was sending when it ended. */
export const lostPage = fail('lostPage', 'unknown', ended, lookFirst);
