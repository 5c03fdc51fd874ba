import type { Paid } from '../errors/Failure';
import { taskStatus } from '../generated/contract';
import { briefTask } from '../tasks/briefTask';
import { endOf } from '../tasks/endOf';
import { whatWasSaid } from '../tasks/whatWasSaid';
import { faultRules } from './faults';
import type { Outcome, TaskWait } from './WaitState';

/** How a wait can end without a video. */
export type Ending = Exclude<Outcome, 'completed'>;

/** What became of a task, in a few words for people. */
export const endings: Record<Ending, string> = {
  failed: 'failed',
  timedOut: 'still open',
  notFound: 'unknown to the service',
  unanswered: 'the service couldn’t be asked',
};

const waitAgain =
  'Run Wait for Video with this task ID: that creates no new task and costs nothing.';

/** For a task that the service told nothing of. */
export const onlyAsked =
  'Asking cost nothing. Check the service’s dashboard to see whether the video was charged.';

/** The sentence about money; nothing else in a message speaks of it. */
function chargedText(reason: Ending, paid: Paid): string {
  if (paid === 'yes') return 'The video was charged when its task was created.';
  if (reason === 'failed') return 'Check the service’s dashboard to see whether you were charged.';
  return onlyAsked;
}

/**
 * Whether the task of a wait was paid for. A task that the service told of was, when it was
 * created; what the service does with the money for one that failed, it does not say.
 */
export function paidFor({ task }: Pick<TaskWait, 'task'>): Paid {
  return task === undefined || endOf(task.status) === 'failed' ? 'unknown' : 'yes';
}

/** Why a wait ended without a video, in words and figures, with what was seen until then. */
export function describeFailure(reason: Ending, taskId: string, taskWait: TaskWait) {
  const { task, polls } = taskWait;
  const paid = paidFor(taskWait);
  const { message, description } = wordingOf(reason, taskId, taskWait);
  const progress = progressOf(taskWait);
  return {
    message,
    description: `${chargedText(reason, paid)} ${description}`,
    taskId,
    reason,
    paid,
    ...(task !== undefined && { status: task.status, task: briefTask(task) }),
    ...(progress !== undefined && { progress }),
    polls,
    waitedSeconds: waitedSeconds(taskWait),
  };
}

function wordingOf(reason: Ending, taskId: string, taskWait: TaskWait) {
  const { fault } = taskWait;
  const limit = limitText(taskWait);
  if (reason === 'timedOut' && looksAreFailing(taskWait))
    return {
      message: `The time limit of ${limit} passed without a usable answer about task ${taskId}: ${fault?.reason}`,
      description: `${lastSeenText(taskWait)} The task may be finished by now. ${fault ? `${faultRules[fault.kind].advice} ` : ''}${waitAgain}`,
    };
  if (reason === 'timedOut')
    return {
      message: `Task ${taskId} wasn’t finished within ${limit}: ${stateText(taskWait)}`,
      description: `The service answers, and the task may still finish. ${waitAgain} Raise the time limit to wait longer.`,
    };
  if (fault !== undefined) {
    const { message, advice } = faultRules[fault.kind];
    return { message: message(taskId, fault.reason), description: `${advice} ${waitAgain}` };
  }
  return {
    message: failedText(taskId, taskWait),
    description:
      'If you still want the video, change the request and order it again, which costs money again. If the row has an Order Key, give it a new one first.',
  };
}

/** Whether the newest looks brought nothing of use: "looks are failing", not "still rendering". */
function looksAreFailing({ fault, task }: TaskWait): boolean {
  return fault !== undefined || task === undefined;
}

/** How far the task was when it was last seen, in percent. */
function progressOf({ task }: TaskWait): number | undefined {
  const progress: unknown = task?.progress;
  return typeof progress === 'number' && Number.isFinite(progress) ? progress : undefined;
}

/** Time from the first look at the task until its wait ended, in seconds. */
export function waitedSeconds({ startedAtMs, endedAtMs = startedAtMs }: TaskWait): number {
  return Math.max(0, Math.round((endedAtMs - startedAtMs) / 100) / 10);
}

/** In the service's own words, which may be others: cancelled, expired. */
function failedText(taskId: string, { task }: TaskWait): string {
  const said = task === undefined ? '' : whatWasSaid(task);
  const isUsual = task === undefined || task.status === taskStatus.failed;
  const told = isUsual
    ? `Task ${taskId} failed`
    : `Task ${taskId} ended with status "${task.status}"`;
  return said === '' ? told : `${told}: ${said}`;
}

const lastSeenText = (taskWait: TaskWait) =>
  taskWait.task === undefined
    ? 'We know nothing about the task yet.'
    : `When it was last seen, ${stateText(taskWait)}.`;

function stateText(taskWait: TaskWait): string {
  const progress = progressOf(taskWait);
  const percent = progress === undefined ? '' : ` at ${progress} %`;
  return `its status was "${taskWait.task?.status}"${percent}`;
}

function limitText({ startedAtMs, deadlineAtMs }: TaskWait): string {
  const seconds = Math.round((deadlineAtMs - startedAtMs) / 1000);
  const [amount, unit] =
    seconds < 120 ? [seconds, 'second'] : [Math.round(seconds / 6) / 10, 'minute'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** How far a task is, in a few words. */
export function describeProgress(taskWait: TaskWait): string {
  const { outcome, fault, task } = taskWait;
  if (outcome === undefined && looksAreFailing(taskWait))
    return `no usable answer yet, ${fault?.reason}`;
  const progress = progressOf(taskWait);
  const percent = progress === undefined ? '' : `, ${progress} %`;
  const ending = outcome === undefined || outcome === 'completed' ? outcome : endings[outcome];
  return `${ending ?? task?.status}${percent}`;
}
