import { clockTime } from '../text/clockTime';
import type { TaskWait, WaitState } from '../look/WaitState';
import { describeProgress } from '../look/describeFailure';
import { mapInTurns } from '../concurrency/inTurns';
import { taskJson } from '../tasks/taskJson';

const mostTasksNamed = 5;

/**
 * How far the tasks are, how often each was looked at, and when the next look is.
 *
 * @param untilMs - when n8n's timer wakes the execution
 * @param timeZone - that of the workflow
 */
export function describeSleep(
  { tasks }: WaitState,
  nowMs: number,
  untilMs: number,
  timeZone?: string,
): string {
  const all = Object.entries(tasks);
  const open = all.filter(([, { outcome }]) => outcome === undefined);
  const named = open.slice(0, mostTasksNamed).map(describeOpen);
  const left = open.length - named.length;
  const soonestMs = open.reduce(
    (first, [, taskWait]) => Math.min(first, taskWait.nextAskAtMs),
    Infinity,
  );
  const nextMs = Math.min(soonestMs, untilMs);
  return [
    `Went to sleep at ${clockTime(nowMs, timeZone)}. `,
    all.length > 1 ? `${all.length - open.length} of ${all.length} tasks have ended. ` : '',
    named.join('; '),
    left > 0 ? `; and ${left} more` : '',
    `. Next check at ${clockTime(nextMs, timeZone)}. `,
    `Stopping the execution doesn’t stop ${all.length === 1 ? 'the video' : 'the videos'}.`,
  ].join('');
}

function describeLooks(looks: number): string {
  if (looks === 0) return 'not checked yet';
  return looks === 1 ? 'checked once' : `checked ${looks} times`;
}

function describeOpen([taskId, taskWait]: [string, TaskWait]): string {
  const isNew = taskWait.polls === 0 && taskWait.task === undefined;
  const seen = isNew ? '' : `${describeProgress(taskWait)}, `;
  return `Task ${taskId}: ${seen}${describeLooks(taskWait.polls)}`;
}

/**
 * What n8n shows of the node while the execution sleeps: how far each task was when last seen. Items
 * without a task are left out.
 */
export async function showSleep(
  items: Array<{ itemIndex: number; taskId?: string | undefined; label?: string | undefined }>,
  state: WaitState,
  untilMs: number,
) {
  const shown = await mapInTurns(items, ({ itemIndex, taskId, label }) => {
    if (taskId === undefined) return [];
    const taskWait = state.tasks[taskId];
    const next = Math.min(taskWait?.nextAskAtMs ?? untilMs, untilMs);
    return {
      json: {
        ...taskJson(taskId, taskWait?.task),
        ...(label !== undefined && { label }),
        looks: taskWait?.polls ?? 0,
        ...(taskWait?.outcome === undefined && { nextLook: new Date(next).toISOString() }),
        note: 'The execution is asleep while this task is worked on. It wakes by itself when the video is ready. Stopping it doesn’t stop the video.',
      },
      pairedItem: { item: itemIndex },
    };
  });
  return shown.flat();
}
