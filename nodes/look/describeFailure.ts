import type { IDataObject } from 'n8n-workflow';
import type { Failure, Paid } from '../errors/Failure';
import { taskStatus } from '../generated/contract';
import { endOf } from '../tasks/endOf';
import { recordForDetails, whatWasSaid } from '../tasks/whatWasSaid';
import type { Ending } from './endings';
import { faultRules } from './faults';
import type { TaskWait } from './WaitState';

/** Why a wait ended without a video, with what was seen until then. */
export interface WaitFailure extends Failure {
  taskId: string;
  reason: Ending;
  status?: string;
  /** All that the service told of the task; cut to text where that is very long. */
  task?: IDataObject | string;
  progress?: number;
  polls: number;
  waitedSeconds: number;
}

interface Wording {
  message: string;
  description: string;
}

const waitAgain =
  'Run Wait for Video with this task ID: that creates no new task and costs nothing.';
const stillThere = 'The task itself is not affected and may still finish.';

/** For a task that the service told nothing of. */
export const onlyAsked =
  'Asking cost nothing. Whether the video was charged, only the service’s dashboard shows.';

/** The sentence about money; nothing else in a message speaks of it. */
function chargedText(reason: Ending, paid: Paid): string {
  if (paid === 'yes') return 'The video was charged when its task was created.';
  if (reason === 'failed') return 'Check the service’s dashboard to see whether you were charged.';
  return onlyAsked;
}

function wordingOf(reason: Ending, taskId: string, taskWait: TaskWait): Wording {
  const { fault } = taskWait;
  const rule = fault && faultRules[fault.kind];
  const toldInstead = rule?.message(taskId, fault!.reason) ?? '';
  const advice = rule?.advice ?? '';
  switch (reason) {
    case 'failed':
      if (rule !== undefined)
        return { message: toldInstead, description: `${advice} ${waitAgain}` };
      return {
        message: `Task ${taskId} ${failedText(taskWait)}${saidText(taskWait)}`,
        description:
          'If you still want the video, change the request and create a new task, which costs money again.',
      };
    case 'notFound':
      return { message: toldInstead, description: `We asked for a minute. ${advice}` };
    case 'unanswered':
      return { message: toldInstead, description: `${stillThere} ${advice} ${waitAgain}` };
    case 'timedOut':
      if (!looksAreFailing(taskWait))
        return {
          message: `Task ${taskId} wasn’t finished within ${limitText(taskWait)}: ${stateText(taskWait)}`,
          description: `The service answers, and the task may still finish. ${waitAgain} Raise the time limit to wait longer.`,
        };
      return {
        message: `The time limit of ${limitText(taskWait)} passed without a usable answer about task ${taskId}: ${fault?.reason}`,
        description: `${lastSeenText(taskWait)} The task may be finished by now. ${advice} ${waitAgain}`,
      };
  }
}

/**
 * Whether the task of a wait was paid for. A task that the service told of was, when it was
 * created; what the service does with the money for one that failed, it does not say.
 */
export function paidFor({ task }: Pick<TaskWait, 'task'>): Paid {
  return task === undefined || endOf(task.status) === 'failed' ? 'unknown' : 'yes';
}

/** The words and figures for a wait that ended without a video. */
export function describeFailure(reason: Ending, taskId: string, taskWait: TaskWait): WaitFailure {
  const paid = paidFor(taskWait);
  const { message, description } = wordingOf(reason, taskId, taskWait);
  const progress = progressOf(taskWait);
  return {
    message,
    description: `${chargedText(reason, paid)} ${description}`,
    taskId,
    reason,
    paid,
    ...(taskWait.task !== undefined && {
      status: taskWait.task.status,
      task: recordForDetails(taskWait.task),
    }),
    ...(progress !== undefined && { progress }),
    polls: taskWait.polls,
    waitedSeconds: waitedSeconds(taskWait),
  };
}

/** Whether the newest requests brought no task: "polls are failing", not "still rendering". */
export function looksAreFailing({ fault, task }: TaskWait): boolean {
  return fault !== undefined || task === undefined;
}

/** How far the task was when it was last seen, in percent. */
export function progressOf({ task }: TaskWait): number | undefined {
  const progress: unknown = task?.progress;
  return typeof progress === 'number' && Number.isFinite(progress) ? progress : undefined;
}

/** Time from the first look at the task until its wait ended, in seconds. */
export function waitedSeconds({ startedAtMs, endedAtMs = startedAtMs }: TaskWait): number {
  return Math.max(0, Math.round((endedAtMs - startedAtMs) / 100) / 10);
}

/** A service may call it otherwise: cancelled, expired. */
function failedText({ task }: TaskWait): string {
  const isCalledFailed = task === undefined || task.status === taskStatus.failed;
  return isCalledFailed ? 'failed' : `ended with status "${task.status}"`;
}

/** What the service says of the task in its own words. */
function saidText({ task }: TaskWait): string {
  const said = task === undefined ? '' : whatWasSaid(task);
  return said === '' ? '' : `: ${said}`;
}

function lastSeenText(taskWait: TaskWait): string {
  if (taskWait.task === undefined) return 'We know nothing about the task yet.';
  return `When it was last seen, ${stateText(taskWait)}.`;
}

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
