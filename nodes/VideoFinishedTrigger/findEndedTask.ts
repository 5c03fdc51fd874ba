import type { Task } from '../generated/types';
import type { NoTaskKind, TaskAnswer } from '../look/askTask';
import { decideNext } from '../look/decideNext';
import type { TaskWait } from '../look/WaitState';
import type { FinalStatus } from '../tasks/endOf';
import {
  reply,
  type KnownTasks,
  type StartConditions,
  type Reply,
  type Look,
  type LookBudget,
} from './TriggerMemory';

/** A callback may overtake the service's own records; after these pauses, its next delivery may do. */
const pausesMs = [1_000, 2_000];
/** The results of a completed task are waited for as long as a wait does. */
const pausesForResultsMs = [...pausesMs, 4_000, 8_000, 15_000, 30_000];

interface Check extends StartConditions {
  /** The possible IDs of the task, likeliest first. */
  taskIds: readonly string[];
  caller: string;
  budget: LookBudget;
  tasks: KnownTasks;
  ask(taskId: string): Promise<TaskAnswer>;
  pause(durationMs: number): Promise<void>;
}

type Found = { taskId: string; task: Task; status: FinalStatus };

const refused = reply(502, 'The service refused to tell the status of the task');
const unclear = reply(503, 'The task can’t be checked with the service right now');

/** What a caller is told of a task that hasn't ended, by what the look showed. */
const replies: Record<NoTaskKind | 'none', Reply> = {
  none: reply(409, 'The task isn’t finished yet'),
  contradiction: reply(503, 'The service contradicts itself about the task'),
  notFound: reply(404, 'There is no such task'),
  refused,
  keyRefused: refused,
  silent: unclear,
  busy: unclear,
  fault: unclear,
};
const tooMany = reply(429, 'Too many calls are waiting to be checked', 60);

/** Of the answers about several IDs: one that a later call may improve on; "no such task" says least. */
const mostTelling = (told: readonly Reply[]): Reply =>
  told.find((one) => [replies.none, replies.contradiction, unclear].includes(one)) ??
  told.find((one) => one !== replies.notFound) ??
  replies.notFound;

const unseen: TaskWait = { startedAtMs: 0, deadlineAtMs: Infinity, nextAskAtMs: 0, polls: 0 };

/**
 * Finds the task that a call is about: the first that has ended and may start the workflow. Looks
 * again if the service may know more in a moment.
 *
 * @returns the task, or how to answer the caller
 */
export async function findEndedTask(check: Check): Promise<Found | Reply> {
  const looks: Look[] = [];
  const waits = new Map(check.taskIds.map((taskId) => [taskId, unseen]));
  for (let round = 0; ; round++) {
    const told = new Map<string, Reply>();
    for (const taskId of waits.keys()) {
      const found = await look(check, taskId, waits, looks);
      if ('task' in found) return found;
      told.set(taskId, found);
    }
    const answer = mostTelling([...told.values()]);
    const pauseMs = (answer === replies.contradiction ? pausesForResultsMs : pausesMs)[round];
    if (pauseMs === undefined || !Object.values(replies).includes(answer)) return answer;
    for (const [taskId, one] of told) if (one !== answer) waits.delete(taskId);
    await check.pause(pauseMs);
  }
}

/** @param looks - all that this call has caused so far */
async function look(
  check: Check,
  taskId: string,
  waits: Map<string, TaskWait>,
  looks: Look[],
): Promise<Found | Reply> {
  const { budget, tasks } = check;
  const known = tasks.whyNot(taskId, check);
  if (known) return known;
  const counted = budget.count(check.caller);
  if (!counted) return tooMany;
  looks.push(counted);
  const answer = await check.ask(taskId);
  // The times that it decides don't count: pausesMs has those of a call.
  const { outcome: status, ...seen } = decideNext(waits.get(taskId)!, answer, 0, 0);
  waits.set(taskId, seen);
  if (status !== 'completed' && status !== 'failed') return replies[seen.noTask?.kind ?? 'none'];
  // Nothing is awaited from here on, or another call could start the workflow as well.
  if (tasks.end(taskId, status)) budget.takeBack(looks);
  const late = tasks.whyNot(taskId, check);
  if (late) return late;
  tasks.start(taskId, check);
  return { taskId, task: seen.task!, status };
}
