import { charged, of, type Outcome } from './kinds';

const credential = 'the Video Generation API credential';
const again = 'Run Wait for Video with this task ID: that creates no new task and costs nothing.';
const open = of('open', '', again);
const failed = (why: string) =>
  of('ended', why, 'If you still want the video, order it again.')('Task {taskId} {end}');
const notDownloaded = (why: string) =>
  open('The video of task {taskId} couldn’t be downloaded: {why}', why, {
    counted: 'finished but not downloaded',
  });
const unanswered = (says: string, step: string) => open(`${says} task {taskId}: {why}`, step);

/** Why a task has brought no video, or can't be asked for it. */
export const ofTasks = {
  failed: failed('The service gives no reason that we know, so its support can say more.'),
  'failed.cancelled': failed('It was cancelled at the service.'),
  'failed.byService': failed(
    'The reason lies with the service, so the same request may work later.',
  ),
  'failed.byRequest': failed('The reason can lie in the request, so change it first.'),
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
  downloadFailed: notDownloaded('Trying again won’t help by itself: look at the address.'),
  'downloadFailed.often': notDownloaded(
    'We tried {tries} times, with a new link from the service.',
  ),
  wentOn: of('open')(
    'n8n went on although this execution was asleep',
    'What this node has handed on are no videos. Look at the tasks with Get Status: {tasks}.',
    { money: 'Nothing new was ordered or charged.' },
  ),

  // What a look at a task came to.
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
