import { of, type Outcome } from './kinds';

const free = of('free');
const unsure = of('unsure', 'Check the service’s dashboard before you order this again.');
const several = { money: 'Videos may have been created and charged.' };
const credential = 'the Video Generation API credential';
const checkUrl = `Check the Base URL of ${credential}`;
const realUrl = `We don’t follow redirects, so that your API key stays where it belongs. Set the Base URL of ${credential} to the address that the service really has.`;
const family = `Model Family in ${credential} to what the names of your service’s models begin with`;

/** Why a row has no task. */
export const ofOrders = {
  // Create Video, before anything was sent.
  invalidInput: free('{problems}', 'Fix this, in the node or in your data.'),
  engineTwo: free(
    'Create Video doesn’t order videos on n8n’s Engine 2.0',
    'If it stopped there, nobody could tell what you had paid for. Choose the default engine in this workflow’s settings.',
  ),
  tooManyVideos: free(
    'This would make {videos}, but the limit of {limit} {room}',
    'Raise {option} in the options{instead}.',
    { model: 'Don’t call this tool again: tell the person.' },
  ),
  notSent: free('This row wasn’t sent, because another row had failed', 'Fix that row.'),
  notReady: free(
    'This row wasn’t sent, because n8n couldn’t get at the credential or the Order Keys',
    'Check the credential, or wait a minute.',
  ),

  // The service certainly did not take it.
  unauthorized: free(
    'The service refused the API key',
    `Check the API key and the Base URL of ${credential}.`,
  ),
  busy: free('The service is too busy to accept this request', 'Wait a while.'),
  noService: free('There is no video service at {where}', `${checkUrl}.`),
  refused: free('The service refused the request', 'Fix the problem it names.'),
  'refused.perhapsModel': free(
    'The service refused the request',
    `Fix the problem it names. If it means the model’s name, set ${family}.`,
  ),
  noCredit: free(
    'Your account at the service has no credit left',
    'Top up your account at the service. If it has credit, look whether your API key has a limit of its own.',
  ),
  modelRefused: free(
    'The service refused the model',
    `Set ${family}. If you chose Other…, correct Model ID instead. If the name is right, your account can’t use that model.`,
  ),
  moved: free('The service answered with a redirect to {where}', realUrl),
  unreachable: free('n8n can’t reach the service at {where}', `${checkUrl} and the network.`),

  // It may have been taken.
  redirected: unsure('The service answered with a redirect to {where}', realUrl),
  serviceFault: unsure('The service had a problem while it was handling the request'),
  noAnswer: unsure('The service didn’t answer, so nobody knows whether it accepted the request'),
  cancelled: unsure('The execution was stopped while the request was under way'),
  unreadableAnswer: unsure('The service answered, but we can’t read its answer'),
  noTaskId: unsure('The service accepted the request, but its answer holds no task ID'),
  brokenOff: unsure('Something in this node went wrong while the request was under way'),
  lostPage: unsure('n8n ended while this row was being ordered, so nobody knows whether it was'),
  keyUnknown: unsure(
    'n8n ended while this Order Key was being ordered, or another worker is ordering it now, so nobody knows whether it was',
    'Look for the execution that ordered it under Executions as well. If there is no such video, give the row another key, such as the same with “-2” behind it.',
  ),
  lostBatch: unsure('n8n woke this node without the list of what it had created', '', several),
  brokenRun: unsure('{problems}', '', several),
  unusableTaskId: of('unsure')(
    'The service created a task whose ID can’t be used: it {problem}',
    'Give the ID "{taskId}" to the service’s support.',
    { paid: 'yes', money: 'The video was charged.', counted: 'ordered' },
  ),
} satisfies Record<string, Outcome>;
