import type { Failure, Paid } from '../errors/Failure';
import { taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import { briefTask, layOver, type Fields } from '../tasks/taskJson';
import { endOf } from '../tasks/endOf';
import { codeOf, whatWasSaid } from '../tasks/whatWasSaid';
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

/** Where the reason of a failed task lies, by the words of services of this kind; the first that fits. */
const reasons: Array<[words: RegExp, advice: string]> = [
  [/cancel/i, 'It was cancelled at the service.'],
  [
    /time.?d?.?out|expired|exhaust|capacity|overload|unavailable|internal|busy|serv(er|ice).?error/i,
    'The reason lies with the service, so the same request may work later.',
  ],
  [
    /polic|violat|moderat|safety|sensitive|nsfw|blocked|copyright|invalid|parameter|prompt|image|audio|\bmedia|unsupported|\bformat/i,
    'The reason can lie in the request, so change it first.',
  ],
];

/** What to do about a task that has failed; its code tells more than its words. */
function adviseOnEnd(task: Task): string {
  const [, advice = 'The service gives no reason that we know, so its support can say more.'] =
    [codeOf(task), `${task.status} ${whatWasSaid(task)}`]
      .map((said) => reasons.find(([words]) => words.test(said)))
      .find((found) => found !== undefined) ?? [];
  return `${advice} If you still want the video, order it again. If the row has an Order Key, give it a new one first.`;
}

/**
 * Why a wait ended without a video, in words and figures, with what was seen until then.
 *
 * @param created - what the service answered when it made the task, where this node asked for that
 */
export function describeFailure(
  reason: WaitFailure,
  taskId: string,
  wait: TaskWait,
  created?: Task,
) {
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
    ...(task !== undefined && { status: task.status, task: briefTask(layOver(created, task)) }),
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
    adviseOnEnd(task!),
  ];
}

const tellFault = (taskId: string, { kind, reason }: Fault) =>
  `${faultRules[kind].says} task ${taskId}: ${reason}`;

/** How far an open task is that was made or looked at, in a few words. */
export const describeProgress = ({ fault, task }: TaskWait): string =>
  fault === undefined ? tellState(task!) : `no usable answer yet, ${fault.reason}`;

/** The state of an open task, with the service's own estimate where it gives one, which the contract doesn't show. */
function tellState({ status, progress, ...further }: Task): string {
  const { estimated_time } = Object((further as Fields).task_info) as Fields;
  const seconds = typeof estimated_time === 'number' ? Math.round(estimated_time) : 0;
  return [
    status,
    Number.isFinite(progress) && `${progress} %`,
    seconds > 0 &&
      `about ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} in all by the service’s estimate`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Time from the first look at the task until its wait ended, in seconds. */
export const waitedSeconds = ({ startedAtMs, endedAtMs = startedAtMs }: TaskWait): number =>
  Math.max(0, Math.round((endedAtMs - startedAtMs) / 100) / 10);
