import type { CreatedTask } from '../tasks/createdTasks';
import { pollDelayMs, startBehind } from '../waiting/delays';
import type { ObserveContext } from '../waiting/observe';
import type { TaskWatch, WaitState } from '../waiting/watch';
import type { WaitItem } from './WaitItem';

/**
 * The wait with what is known of tasks that the node itself created: they exist, the service has
 * answered, and it took the key. None is looked at before the interval has passed: it cannot be
 * finished, and the sooner the execution sleeps, the less a restart can lose.
 *
 * @param isNew - whether they were created just now
 */
export function expectCreated(
  state: WaitState,
  items: readonly WaitItem[],
  isNew: boolean,
  { nowMs, settings, random }: ObserveContext,
): WaitState {
  const created = new Map(
    items.flatMap(({ taskId, ...item }) =>
      taskId !== undefined && 'created' in item ? [[taskId, item.created!] as const] : [],
    ),
  );
  if (created.size === 0) return state;
  const tasks = Object.entries(state.tasks).map(([taskId, watch]): [string, TaskWatch] => {
    const task = created.get(taskId);
    if (task === undefined || watch.task !== undefined || watch.polls > 0) return [taskId, watch];
    const firstAskAtMs = nowMs + pollDelayMs(watch, nowMs, settings, random);
    const nextAskAtMs = isNew ? Math.min(firstAskAtMs, watch.deadlineAtMs) : watch.nextAskAtMs;
    return [taskId, { ...watch, task, nextAskAtMs }];
  });
  return { ...state, heard: true, accepted: true, tasks: Object.fromEntries(tasks) };
}

/**
 * The wait with what is known of tasks that were created earlier in this execution. A look right
 * behind the creation would be in vain; test/simulation/FIRST_LOOK.md has the figures.
 *
 * @param created - by task id
 */
export function expectSoon(
  state: WaitState,
  created: ReadonlyMap<string, CreatedTask>,
  { nowMs, settings, random }: ObserveContext,
): WaitState {
  if (created.size === 0) return state;
  const tasks = Object.entries(state.tasks).map(([taskId, watch]): [string, TaskWatch] => {
    const task = created.get(taskId);
    const isNew = watch.startedAtMs === nowMs && watch.polls === 0;
    if (task === undefined || !isNew) return [taskId, watch];
    return [taskId, startBehind(watch, task, { nowMs, settings, random })];
  });
  return { ...state, tasks: Object.fromEntries(tasks) };
}
