import { of, type Outcome } from './kinds';

const ended = of('ended', '', 'If you still want the video, order it again.');
const again = 'Run Wait for Video with this task ID: that creates no new task and costs nothing.';
const open = of('open', '', again);
const credential = 'the Video Generation API credential';

/** Why a task has brought no video, or can't be asked for it. */
export const ofTasks = {
  failed: ended(
    'Task {taskId} {end}',
    'The service gives no reason that we know, so its support can say more.',
  ),
  'failed.cancelled': ended('Task {taskId} {end}', 'It was cancelled at the service.'),
  'failed.byService': ended(
    'Task {taskId} {end}',
    'The reason lies with the service, so the same request may work later.',
  ),
  'failed.byRequest': ended(
    'Task {taskId} {end}',
    'The reason can lie in the request, so change it first.',
  ),
  notWaitedFor: open(
    'Task {taskId} was created, but we can’t wait for it: {why}',
    'The service goes on making it. Fix this first.',
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
  downloadFailed: open(
    'The video of task {taskId} couldn’t be downloaded: {why}',
    'Trying again won’t help by itself: look at the address.',
    { counted: 'finished but not downloaded' },
  ),
  'downloadFailed.often': open(
    'The video of task {taskId} couldn’t be downloaded: {why}',
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
  'unanswered.keyRefused': open(
    'The service refused the API key when we asked for the status of task {taskId}: {why}',
    `Open ${credential} and test it, and check that it belongs to the account that created the task.`,
  ),
  'unanswered.contradiction': of('open')(
    'The service contradicts itself about task {taskId}: {why}',
    `${again} If that fails too, give the task ID and this message to the service’s support.`,
  ),
  'unanswered.refused': open(
    'The service refused to tell the status of task {taskId}: {why}',
    `Check the task ID and ${credential}.`,
  ),
  'unanswered.silent': open(
    'The service gave no usable answer when we asked for the status of task {taskId}: {why}',
    `Check the Base URL in ${credential}, and that n8n can get there.`,
  ),
  'unanswered.busy': open(
    'The service was too busy to tell the status of task {taskId}: {why}',
    'Look again in a moment.',
  ),
  'unanswered.fault': open(
    'The service had a problem when we asked for the status of task {taskId}: {why}',
    'Look again in a moment.',
  ),
} satisfies Record<string, Outcome>;
