import type { Failure, Paid } from '../../errors/Failure';

const lookFirst = 'Check the service’s dashboard before you order this again.';
const checkUrl = 'Check the Base URL of the Video Generation API credential';
const realUrl =
  'We don’t follow redirects, so that your API key stays where it belongs. Set the Base URL of the Video Generation API credential to the address that the service really has.';
const family =
  'Model Family in the Video Generation API credential to what the names of your service’s models begin with';
/** For a refusal that may be about the model. */
export const ifModel = ` If it means the model’s name, set ${family}.`;
const whereIsKey =
  ' Look for the execution that ordered it under Executions as well. If there is no such video, give the row another key, such as the same with “-2” behind it.';

/** What happened, and what to do about it before the next step. */
type Told = readonly [paid: Paid, message: string, advice: string];

const unpaid = (message: string, advice: string): Told => ['no', message, advice];
const unsure = (message: string, more = ''): Told => ['unknown', message, lookFirst + more];

/** Why a row has no task, by the reason that workflows can decide by. */
const reasons = {
  notSent: unpaid('This row wasn’t sent, because another row had failed', 'Fix that row.'),
  unauthorized: unpaid(
    'The service refused the API key',
    'Check the API key and the Base URL of the Video Generation API credential.',
  ),
  busy: unpaid('The service is too busy to accept this request', 'Wait a while.'),
  notFound: unpaid('There is no video service at', `${checkUrl}.`),
  refused: unpaid('The service refused the request', 'Fix the problem it names.'),
  noCredit: unpaid(
    'Your account at the service has no credit left',
    'Top up your account at the service. If it has credit, look whether your API key has a limit of its own.',
  ),
  modelRefused: unpaid(
    'The service refused the model',
    `Set ${family}. If you chose Other…, correct Model ID instead. If the name is right, your account can’t use that model.`,
  ),
  moved: unpaid('The service answered with a redirect to', realUrl),
  unreachable: unpaid('n8n can’t reach the service at', `${checkUrl} and the network.`),
  notReady: unpaid(
    'This row wasn’t sent, because n8n couldn’t get at the credential or the Order Keys',
    'Check the credential, or wait a minute.',
  ),
  redirected: unsure('The service answered with a redirect to', ` ${realUrl}`),
  serviceFault: unsure('The service had a problem while it was handling the request'),
  noAnswer: unsure('The service didn’t answer, so nobody knows whether it accepted the request'),
  cancelled: unsure('The execution was stopped while the request was under way'),
  unreadableAnswer: unsure('The service answered, but we can’t read its answer'),
  noTaskId: unsure('The service accepted the request, but its answer holds no task ID'),
  brokenOff: unsure('Something in this node went wrong while the request was under way'),
  lostPage: unsure('n8n ended while this row was being ordered, so nobody knows whether it was'),
  keyUnknown: unsure(
    'n8n ended while this Order Key was being ordered, or another worker is ordering it now, so nobody knows whether it was',
    whereIsKey,
  ),
  lostBatch: unsure('n8n woke this node without the list of what it had created'),
};

/** The sentence about money; nothing else in a message speaks of it. */
const charged: Record<Paid, string> = {
  yes: 'The video was charged.',
  no: 'Nothing was charged.',
  unknown: 'The video may have been created and charged.',
};

/** Whether trying again is of no use, or what to do instead is said already. */
export const isFinal = ({ reason }: Pick<Failure, 'reason'>) => reason === 'tooManyVideos';

/** What mends the cause, and what to do then: `next` begins with a small letter. */
export function inSteps(mend: string, next: string): string {
  if (next === '') return mend;
  return mend === '' ? next.charAt(0).toUpperCase() + next.slice(1) : `${mend} Then ${next}`;
}

/**
 * The state of the money, what to do, and what the service or the network said.
 *
 * @param next - what to do when the cause of something unpaid is mended
 */
export function writeDescription(
  { reason, paid, message, advice = '', cause = '' }: Omit<Failure, 'description'>,
  next = 'try again.',
  charge = charged[paid],
): string {
  const steps = paid === 'no' && !isFinal({ reason }) ? inSteps(advice, next) : advice;
  const isNews = cause !== '' && cause !== message;
  return `${charge} ${steps}${isNews ? ` Details: ${cause}` : ''}`;
}

/** What the service or the network said. */
export type Evidence = Pick<Failure, 'cause' | 'ids' | 'httpStatus' | 'taskId' | 'codes'>;

/** Makes a failure of what happened, what was paid, and what mends it. */
export function makeFailure(
  reason: string,
  paid: Paid,
  message: string,
  advice: string,
  said: Evidence = {},
): Failure {
  const failure = { reason, paid, message, advice, ...said };
  return { ...failure, description: writeDescription(failure) };
}

/**
 * The failure with this reason.
 *
 * @param about - what its message ends with
 */
export function failureFor(reason: keyof typeof reasons, said: Evidence = {}, about = ''): Failure {
  const [paid, message, advice] = reasons[reason];
  const http = said.httpStatus === undefined ? '' : `(HTTP ${said.httpStatus})`;
  const whole = [message, about, http].filter((part) => part !== '').join(' ');
  return makeFailure(reason, paid, whole, advice, said);
}
