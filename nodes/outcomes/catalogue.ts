import { charged, of, type Outcome } from './money';

const free = of('free');
const unsure = of('unsure', 'Check the service’s dashboard before you order this again.');
const several = { money: 'Videos may have been created and charged.' };
const credential = 'the Video Generation API credential';
const checkUrl = `Check the Base URL of ${credential}`;
const realUrl = `We don’t follow redirects, so that your API key stays where it belongs. Set the Base URL of ${credential} to the address that the service really has.`;
const family = `Model Family in ${credential} to what the names of your service’s models begin with`;

const again = 'Run Wait for Video with this task ID: that creates no new task and costs nothing.';
const open = of('open', '', again);
const failed = (why: string) =>
  of('ended', why, 'If you still want the video, order it again.')('Task {taskId} {end}');
const notDownloaded = (how: string) =>
  of('open')('The video of task {taskId} couldn’t be downloaded: {why}', how, {
    counted: 'finished but not downloaded',
  });
const unanswered = (says: string, step: string) => open(`${says} task {taskId}: {why}`, step);

/**
 * Every way in which a row, a look or a run can fail. A name is the reason that workflows decide by,
 * and behind a dot which variant of it. This file and `money.ts` have every sentence about money but
 * those of the forms; `docs/internals/outcomes.md` shows each as a person and as a model reads it.
 */
export const outcomes = {
  // Nothing was sent.
  invalidInput: free('{problems}', 'Fix this, in the node or in your data.'),
  engineTwo: free(
    'Create Video doesn’t order videos on n8n’s Engine 2.0',
    'If n8n stopped meanwhile, nobody could tell what you had paid for. Choose the default engine in this workflow’s settings.',
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

  // The service certainly didn't take the request.
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
  unreadableAnswer: unsure('The service answered, but we can’t read its answer'),
  noTaskId: unsure('The service accepted the request, but its answer holds no task ID'),
  brokenOff: unsure('Something in this node went wrong while the request was under way'),
  lostPage: unsure('n8n ended while this row was being ordered, so nobody knows whether it was'),
  keyUnknown: unsure(
    'Nobody knows whether the order with this Order Key was made: its answer was lost, n8n ended meanwhile, or another worker is ordering it now',
    'Look for the execution that ordered it under Executions as well. If there is no such video, give the row another key, such as the same with “-2” behind it.',
  ),
  lostBatch: unsure('n8n woke this node without the list of what it had created', '', several),
  brokenRun: unsure('{problems}', '', several),
  unusableTaskId: of('unsure')(
    'The service created a task whose ID can’t be used: it {problem}',
    'Give the ID "{taskId}" to the service’s support.',
    { paid: 'yes', money: 'The video was charged.', counted: 'ordered' },
  ),

  // A task brought no video.
  failed: failed('The service gives no reason, so ask its support.'),
  'failed.cancelled': failed('It was cancelled at the service.'),
  'failed.byService': failed(
    'The reason lies with the service, so the same request may work later.',
  ),
  'failed.byRequest': failed('The request may be the reason, so change it first.'),
  notWaitedFor: open(
    'Task {taskId} was created, but we can’t wait for it: {why}',
    'The service goes on making it. Fix this first.',
    { money: charged },
  ),
  timedOut: of('open')(
    'Task {taskId} wasn’t finished within {limit}: its status was {state}',
    `The service answers, and the task may still finish. ${again} Raise the time limit to wait longer.`,
    { counted: 'not finished in time' },
  ),
  'timedOut.unanswered': of('open')(
    'The time limit of {limit} passed without a usable answer about task {taskId}: {why}',
    'The task may be finished by now. {advice}',
  ),
  downloadFailed: notDownloaded(
    'Open its address yourself, or run Wait for Video with this task ID and Download Video off: that gives you the address, and costs nothing.',
  ),
  'downloadFailed.often': notDownloaded(
    `We tried {tries} times, with a new link from the service. ${again}`,
  ),
  wentOn: of('open')(
    'n8n went on although this execution was asleep',
    'What this node handed on isn’t your videos. Look at the tasks with Get Status: {tasks}.',
    { money: 'Nothing new was ordered or charged.' },
  ),

  // A task couldn't be looked at.
  badTaskId: of('free')(
    '{problem}',
    'Set Task ID to the ID that Create Video returned, for example {{ $json.id }}.',
  ),
  notFound: open(
    'The service doesn’t know task {taskId}: {why}',
    'Check the task ID, and that the credential belongs to the account that created the task. If you created it just now, look again in a moment.',
    { counted: 'not found' },
  ),
  'unanswered.keyRefused': unanswered(
    'The service refused the API key when we asked for the status of',
    `Open ${credential} and test it, and check that it belongs to the account that created the task.`,
  ),
  'unanswered.contradiction': of('open')(
    'The service contradicts itself about task {taskId}: {why}',
    `${again} If that fails too, give the task ID and this message to the service’s support.`,
  ),
  'unanswered.refused': unanswered(
    'The service refused to tell the status of',
    `Check the task ID and ${credential}.`,
  ),
  'unanswered.silent': unanswered(
    'The service gave no usable answer when we asked for the status of',
    `Check the Base URL in ${credential}, and that n8n can get there.`,
  ),
  'unanswered.busy': unanswered(
    'The service was too busy to tell the status of',
    'Look again in a moment.',
  ),
  'unanswered.fault': unanswered(
    'The service had a problem when we asked for the status of',
    'Look again in a moment.',
  ),
} satisfies Record<string, Outcome>;

export type OutcomeName = keyof typeof outcomes;
