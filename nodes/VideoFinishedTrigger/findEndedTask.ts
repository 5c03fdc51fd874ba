import type { Task } from '../generated/types';
import type { TaskAnswer } from '../look/readTaskAnswer';
import { taskOutcome } from '../look/observe';
import { resultUrl, type FinalStatus } from '../tasks/endOf';
import { reply, type KnownTasks, type StartConditions, type Reply } from './KnownTasks';
import type { Look, LookBudget } from './LookBudget';

// A callback may overtake the service's own records; a longer wait is left to its next delivery.
const pausesMs = [1_000, 2_000];

/** A call, and what its tasks are checked with. */
interface Check extends StartConditions {
  /** What may be the ID of the task, likeliest first. */
  taskIds: readonly string[];
  caller: string;
  budget: LookBudget;
  tasks: KnownTasks;
  /** Reads a task once. */
  ask(taskId: string): Promise<TaskAnswer>;
  pause(durationMs: number): Promise<void>;
}

type Found = { taskId: string; task: Task; status: FinalStatus };

const unfinished = reply(409, 'The task isn’t finished yet');
const unknown = reply(404, 'There is no such task');
const refused = reply(502, 'The service refused to tell the status of the task');
const unclear = reply(503, 'The task can’t be checked with the service right now');
/** For a call that is one too many in this minute, or that finds too many waiting. */
const tooMany = reply(429, 'Too many calls are waiting to be checked', 60);

/**
 * Looks for the task that a call is about: the first that has ended and may start the workflow.
 * Looks again, twice at most, when the service may know better in a moment.
 *
 * @returns that task, or how to answer the caller
 */
export async function findEndedTask(check: Check): Promise<Found | Reply> {
  const looks: Look[] = [];
  const withResult = new Map<string, number>();
  let { taskIds } = check;
  for (let round = 0; ; round++) {
    const pauseMs = pausesMs[round];
    const replies: Reply[] = [];
    for (const taskId of taskIds) {
      const found = await check.budget.inTurn(() => look(check, taskId, looks, withResult));
      if (found !== undefined && 'task' in found) return found;
      replies.push(found ?? tooMany);
    }
    // Of several, what a later call may do better for; one that is unknown says least.
    const told =
      replies.find((one) => one === unfinished || one === unclear) ??
      replies.find((one) => one !== unknown) ??
      unknown;
    if (pauseMs === undefined || ![unfinished, unclear, unknown, refused].includes(told))
      return told;
    taskIds = taskIds.filter((_, at) => replies[at] === told);
    await check.pause(pauseMs);
  }
}

/**
 * @param looks - all that this call has caused so far
 * @param withResult - how many of them in a row brought a result of the task
 */
async function look(
  check: Check,
  taskId: string,
  looks: Look[],
  withResult: Map<string, number>,
): Promise<Found | Reply> {
  const { budget, tasks } = check;
  const known = tasks.whyNot(taskId, check);
  if (known) return known;
  const counted = budget.count(check.caller);
  if (!counted) return tooMany;
  looks.push(counted);
  const answer = await check.ask(taskId);
  if (answer.kind === 'notFound') return unknown;
  if (answer.kind === 'refused' || answer.kind === 'keyRefused') return refused;
  if (answer.kind !== 'task') return unclear;
  const { task } = answer;
  const count = resultUrl(task) === undefined ? 0 : (withResult.get(taskId) ?? 0) + 1;
  withResult.set(taskId, count);
  const status = taskOutcome(task, count);
  if (status === undefined) return unfinished;
  // In one go from here, or a call that comes between would start the workflow too.
  if (tasks.end(taskId, status)) budget.takeBack(looks);
  const late = tasks.whyNot(taskId, check);
  if (late) return late;
  tasks.start(taskId, check);
  return { taskId, task, status };
}
