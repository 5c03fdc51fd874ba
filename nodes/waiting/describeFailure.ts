import type { Failure, Paid } from '../errors/Failure';
import { type Outcome, type TaskWatch } from './watch';

/** Why a wait ended without a video, with what was seen until then. */
export interface WaitFailure extends Failure {
  taskId: string;
  reason: Exclude<Outcome, 'completed'>;
  status?: string;
  progress?: number;
  polls: number;
  waitedSeconds: number;
}

type Wording = (taskId: string, watch: TaskWatch) => { message: string; description: string };

const waitAgain = 'Run this node again with the same task ID; that does not create a new task.';

const wordings: Record<WaitFailure['reason'], Wording> = {
  failed: (taskId) => ({
    message: `Task ${taskId} failed`,
    description:
      'The service reports that the generation did not succeed, so there is no video to wait for. Change the request and create a new one.',
  }),
  endedOtherwise: (taskId, watch) => ({
    message: `Task ${taskId} ended with status "${watch.task?.status}"`,
    description:
      'The wait was ended because this status is among the Other Final Statuses of this node. Look at the task in the service’s dashboard.',
  }),
  withoutResult: (taskId) => ({
    message: `Task ${taskId} is completed, but the service named no video`,
    description: `The address of the video is missing from several answers in a row, which is a fault of the service. ${waitAgain} If it stays so, give the task ID to the service’s support.`,
  }),
  notFound: (taskId, watch) => ({
    message: `Task ${taskId} was not found: ${watch.lastFault}`,
    description:
      'The service has not known the task for a minute. Check the task ID, and that the credential belongs to the account that created the task.',
  }),
  refused: (taskId, watch) => ({
    message: `Task ${taskId} could not be read: ${watch.lastFault}`,
    description: `The task itself is not affected and may still finish. Check the VideoGen API credential and the task ID. ${waitAgain}`,
  }),
  timedOut: (taskId, watch) =>
    pollsAreFailing(watch)
      ? {
          message: `Task ${taskId} could not be read when the time limit of ${limitText(watch)} passed: ${watch.lastFault ?? 'the service asked to pause'}`,
          description: `${lastSeenText(watch)} The task may be finished by now. Check that the service can be reached. ${waitAgain}`,
        }
      : {
          message: `Task ${taskId} was not finished within ${limitText(watch)}: ${stateText(watch)}`,
          description: `The service answers, and the task may still finish. ${waitAgain} Raise the time limit to wait longer.`,
        },
};

/**
 * A task was paid for when it was created. What the service does with the money for a task that
 * brought no video, it does not say.
 */
const paidByReason: Record<WaitFailure['reason'], Paid> = {
  failed: 'unknown',
  endedOtherwise: 'unknown',
  withoutResult: 'yes',
  notFound: 'unknown',
  refused: 'unknown',
  timedOut: 'yes',
};

/** The words and figures for a wait that ended without a video. */
export function describeFailure(
  reason: WaitFailure['reason'],
  taskId: string,
  watch: TaskWatch,
): WaitFailure {
  return {
    ...wordings[reason](taskId, watch),
    taskId,
    reason,
    paid: paidByReason[reason],
    ...(watch.task !== undefined && { status: watch.task.status }),
    ...(watch.lastProgress !== undefined && { progress: watch.lastProgress.percent }),
    polls: watch.polls,
    waitedSeconds: waitedSeconds(watch),
  };
}

/** Whether the newest requests brought no task: "polls are failing", not "still rendering". */
export function pollsAreFailing(watch: TaskWatch): boolean {
  return watch.faultsInRow > 0 || watch.task === undefined;
}

/** Time from the first look at the task until its wait ended, in seconds. */
export function waitedSeconds({ startedAtMs, endedAtMs = startedAtMs }: TaskWatch): number {
  return Math.round((endedAtMs - startedAtMs) / 100) / 10;
}

function lastSeenText(watch: TaskWatch): string {
  if (watch.task === undefined) return 'No answer has told anything about the task yet.';
  return `When it was last seen, ${stateText(watch)}.`;
}

function stateText({ task, lastProgress }: TaskWatch): string {
  const progress = lastProgress === undefined ? '' : ` at ${lastProgress.percent} %`;
  return `its status was "${task?.status}"${progress}`;
}

function limitText({ startedAtMs, deadlineAtMs }: TaskWatch): string {
  const seconds = Math.round((deadlineAtMs - startedAtMs) / 1000);
  const [amount, unit] =
    seconds < 120 ? [seconds, 'second'] : [Math.round(seconds / 6) / 10, 'minute'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
