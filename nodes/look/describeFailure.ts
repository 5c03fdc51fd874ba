import type { Failure, Paid } from '../errors/Failure';
import { taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import { briefTask } from '../tasks/taskJson';
import { endOf } from '../tasks/endOf';
import { whatWasSaid } from '../tasks/whatWasSaid';
import { endWith, faultRules } from './faults';
import type { Fault } from './readTaskAnswer';
import type { WaitOutcome, TaskWait } from './WaitState';

/** How a wait can end without a video. */
export type WaitFailure = Exclude<WaitOutcome, 'completed'>;

const waitAgain =
  'Run Wait for Video with this task ID: that creates no new task and costs nothing.';

/** The sentence about money; nothing else in a message speaks of it. A task costs when it is made. */
const moneyTexts: Record<Exclude<Paid, 'no'>, string> = {
  yes: 'The video was charged when its task was created.',
  unknown: 'Check the service’s dashboard to see whether the video was charged.',
};

/** Why a single look brought no task: whether there is one that was paid for, it can't tell. */
export const describeLook = (taskId: string, fault: Fault): Failure => ({
  message: tellFault(taskId, fault),
  description: `${moneyTexts.unknown} ${faultRules[fault.kind].advice}`,
  reason: endWith(fault.kind),
  paid: 'unknown',
  taskId,
});

/** Why a wait ended without a video, in words and figures, with what was seen until then. */
export function describeFailure(reason: WaitFailure, taskId: string, wait: TaskWait) {
  const { task, polls } = wait;
  // What the service does with the money for a task that failed, it does not say.
  const isPaid = task !== undefined && endOf(task.status) !== 'failed';
  const paid: Paid = isPaid ? 'yes' : 'unknown';
  const [message, advice] = wordsFor(reason, taskId, wait);
  return {
    message,
    description: `${moneyTexts[paid]} ${advice}`,
    taskId,
    reason,
    paid,
    ...(task !== undefined && { status: task.status, task: briefTask(task) }),
    polls,
    waitedSeconds: waitedSeconds(wait),
  };
}

/** What happened, and what to do now. */
function wordsFor(reason: WaitFailure, taskId: string, wait: TaskWait): [string, string] {
  const { fault, task, startedAtMs, deadlineAtMs } = wait;
  const limit = `${Math.round((deadlineAtMs - startedAtMs) / 6_000) / 10} min`;
  const advice = fault === undefined ? '' : `${faultRules[fault.kind].advice} ${waitAgain}`;
  if (reason === 'timedOut')
    return fault === undefined
      ? [
          `Task ${taskId} wasn’t finished within ${limit}: its status was ${tellState(task!)}`,
          `The service answers, and the task may still finish. ${waitAgain} Raise the time limit to wait longer.`,
        ]
      : [
          `The time limit of ${limit} passed without a usable answer about task ${taskId}: ${fault.reason}`,
          `The task may be finished by now. ${advice}`,
        ];
  if (fault !== undefined) return [tellFault(taskId, fault), advice];
  // In the service's own words, which may be others: cancelled, expired.
  const { status } = task!;
  const ended = status === taskStatus.failed ? 'failed' : `ended with status "${status}"`;
  return [
    [`Task ${taskId} ${ended}`, whatWasSaid(task!)].filter(Boolean).join(': '),
    'If you still want the video, change the request and order it again, which costs money again. If the row has an Order Key, give it a new one first.',
  ];
}

const tellFault = (taskId: string, { kind, reason }: Fault) =>
  `${faultRules[kind].says} task ${taskId}: ${reason}`;

/** How far an open task is that was made or looked at, in a few words. */
export const describeProgress = ({ fault, task }: TaskWait): string =>
  fault === undefined ? tellState(task!) : `no usable answer yet, ${fault.reason}`;

function tellState({ status, progress }: Task): string {
  return Number.isFinite(progress) ? `${status}, ${progress} %` : status;
}

/** Time from the first look at the task until its wait ended, in seconds. */
export const waitedSeconds = ({ startedAtMs, endedAtMs = startedAtMs }: TaskWait): number =>
  Math.max(0, Math.round((endedAtMs - startedAtMs) / 100) / 10);
