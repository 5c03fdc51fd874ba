import type { IExecuteFunctions } from 'n8n-workflow';
import { readResumeUrl } from '../callbacks/resumeUrl';
import type { breather } from '../concurrency/breather';
import { pollUntilDone, type WaitWorld } from '../waiting/pollUntilDone';
import type { WaitSettings } from '../waiting/settings';
import type { WaitState } from '../waiting/watch';
import type { SleepChoices } from './choices';
import { assignWatcher, type AssignedWatcher } from './assignWatcher';
import { noteInCustomData } from './customData';
import { goBackToSleep } from './goBackToSleep';
import { isGoneOnElsewhere, noteGoingOn } from './goneOn';
import { findStackPlace, putToSleep, runOnceMore, takeBackRun } from './putToSleep';
import { toSleepingExecution } from './SleepingExecution';
import { learnQueueMode } from './queueMode';
import { whyUnreachable } from './reach';
import { endSleep, isQueuedBeside, takeCalls } from './knownSleeps';
import { nameSleep, readSleepRecord, storeSleepRecord } from './sleepRecord';
import { endWait, leave, readStoredWait, storeWait, type StoredWait } from './storedWait';
import { tellSleep } from './tellSleep';
import { timerMs } from './timer';
import { endWatch } from './watchers';
import { bringForward, joinStates, keepTasks, lookSoonAtCalled, openTasks, putOff } from './wakeUp';
import { whyAwake } from './whyAwake';
import { mayBeQueuedTwice, mayBeReadAwake, timersLeft } from './wokenTwice';

export interface Wait {
  taskIds: string[];
  /** How many accounts of the service the tasks belong to. */
  accounts: number;
  /** The item whose credential counts for all. */
  itemIndex: number;
  settings: WaitSettings;
  choices: SleepChoices;
  /** Lets others have their turn when the visit has taken long. */
  breathe: ReturnType<typeof breather>;
  /** Adds the tasks that are not watched yet, each with its time limit. */
  watch(state: WaitState, taskIds: string[], nowMs: number): Promise<WaitState>;
  /** Whether a task that has ended may leave before the others. */
  mayLeave(taskId: string, state: WaitState): boolean;
}

/** What one visit of the node came to. */
export type Visit =
  /** All tasks have ended. */
  | { kind: 'ended'; state: WaitState; leaving: Set<string> }
  /** These have ended and leave; the node is visited again for the others. */
  | { kind: 'some'; state: WaitState; leaving: Set<string> }
  /** The execution is put to sleep; what the node returns now is only shown. */
  | { kind: 'asleep'; state: WaitState; untilMs: number };

// Shorter than this, a look is as good as a new one.
const freshMs = 1_000;

/**
 * Waits for tasks: looks at those that are due, and puts the execution to sleep while some are
 * open. Where it cannot sleep, or shall not, it waits in the execution and says so in a hint.
 *
 * @throws the cancel signal's reason when the execution is stopped while it is awake
 */
export async function waitAsleep(
  context: IExecuteFunctions,
  world: WaitWorld,
  wait: Wait,
): Promise<Visit> {
  const { settings, choices, breathe } = wait;
  const nowMs = world.nowMs();
  const runIndex = Number(context.evaluateExpression('{{ $runIndex }}', 0));
  const place = findStackPlace(context);
  if (place !== undefined) takeBackRun(place);
  const stored = readStoredWait(context, runIndex, nowMs);
  const gone = new Set(stored.gone.map(([taskId]) => taskId));
  const taskIds = wait.taskIds.filter((taskId) => !gone.has(taskId));
  const slept = readSleepRecord(context);
  const sleep = nameSleep(slept);
  if (sleep !== undefined && isGoneOnElsewhere(context, sleep))
    return { kind: 'some', state: stored.state, leaving: new Set() };
  const woken = await wakeUp(context, stored, taskIds, wait, world);
  const { executionId } = slept;
  const rungBy = slept.sleep?.rungBy;
  const isQueuedOnce = learnQueueMode(rungBy);
  const isRung = rungBy !== undefined;
  const waking = { timersMs: slept.timersMs, isRung, nowMs };
  const isDoubtful =
    sleep !== undefined &&
    !isQueuedOnce &&
    mayBeQueuedTwice({
      ...waking,
      isQueuedBeside: isQueuedBeside(executionId, sleep, isRung),
    });
  if (sleep !== undefined) endSleep(executionId, sleep);
  const returned = isDoubtful
    ? await goBackToSleep(context, place, stored, woken, wait, nowMs)
    : undefined;
  if (returned !== undefined) return returned;
  if (sleep !== undefined) noteGoingOn(context, sleep);
  // A timer that has gone off and stays in the list keeps the execution awake from now on.
  const isSure = sleep !== undefined && !isDoubtful;
  const timersMs = isSure ? timersLeft(waking) : slept.timersMs;
  storeSleepRecord(context, { executionId, returns: 0, timersMs });
  let state = await lookAtDue(woken, settings, world);

  const ended = (all: WaitState): Visit => {
    endWait(context, stored, all);
    return { kind: 'ended', state: all, leaving: new Set(taskIds) };
  };
  await breathe();
  if (openTasks(state).length === 0) return ended(state);

  const awakeFor = (reason: string | undefined) => stayAwake(context, state, reason, wait, world);
  if (choices.stayAwake) return ended(await awakeFor(undefined));
  const reason =
    whyAwake(context, choices.subWorkflowMaySleep) ??
    (wait.accounts > 1 ? 'its rows use several accounts of the service' : undefined) ??
    (place === undefined ? 'this version of n8n works differently inside' : undefined);
  if (reason !== undefined || place === undefined) return ended(await awakeFor(reason));

  if (choices.release === 'asTheyCome') {
    const isEnded = (taskId: string) => state.tasks[taskId]?.outcome !== undefined;
    const leaving = new Set(taskIds.filter((id) => isEnded(id) && wait.mayLeave(id, state)));
    if (leaving.size > 0) {
      const rest = keepTasks(state, (taskId) => !leaving.has(taskId));
      const allGone = [...stored.gone, ...leave(context, leaving, runIndex, state)];
      storeWait(context, { ...stored, state: rest, gone: allGone, rings: [], sleeps: 0 });
      runOnceMore(place);
      return { kind: 'some', state, leaving };
    }
  }

  let watcher: AssignedWatcher | undefined;
  if (choices.watch) {
    watcher = await assignWatcher(context, nowMs, wait.itemIndex);
    if (watcher === undefined) return ended(await awakeFor(whyUnreachable(readResumeUrl(context))));
  } else if (stored.sleeps > 0 && world.nowMs() - nowMs > freshMs) {
    // Nobody heard who called meanwhile.
    state = await lookAtDue(bringForward(state, openTasks(state), world.nowMs()), settings, world);
    if (openTasks(state).length === 0) return ended(state);
  }

  await breathe();
  // A call that came while the execution was awake was lost.
  if (stored.sleeps > 0) state = lookSoonAtCalled(state, world.nowMs() + settings.intervalMs);
  await breathe();
  if (!isQueuedOnce && mayBeReadAwake(timersMs, world.nowMs()))
    return ended(await awakeFor('n8n might have woken it twice'));
  const untilMs = timerMs(state, world, choices.watch);
  const sleeping = toSleepingExecution(context, state, wait, untilMs);
  await breathe();
  storeWait(context, { ...stored, state, sleeps: stored.sleeps + 1, rings: [] });
  storeSleepRecord(context, {
    executionId,
    sleep: { id: `${world.random()}`, sinceMs: world.nowMs() },
    returns: 0,
    timersMs: [...timersMs, untilMs],
  });
  noteInCustomData(context, taskIds);
  if (!(await putToSleep(context, place, untilMs))) {
    storeSleepRecord(context, { executionId, returns: 0, timersMs });
    return ended(await awakeFor('n8n refused to let it sleep'));
  }
  tellSleep(context, state, { nowMs: world.nowMs(), untilMs, isWatched: choices.watch });
  await breathe();
  watcher?.watchOver(sleeping);
  await breathe();
  return { kind: 'asleep', state, untilMs };
}

/** The wait as it is known now: what was stored, and what the watcher saw since. */
async function wakeUp(
  context: IExecuteFunctions,
  stored: StoredWait,
  taskIds: string[],
  { watch, settings: { intervalMs } }: Wait,
  world: WaitWorld,
): Promise<WaitState> {
  const nowMs = world.nowMs();
  const executionId = context.getExecutionId();
  const seen = endWatch(executionId);
  const rings = new Set([...stored.rings, ...takeCalls(executionId)]);
  const state = await watch(joinStates(stored.state, seen, nowMs), taskIds, nowMs);
  if (stored.sleeps === 0 || (seen !== undefined && rings.size === 0)) return state;

  // A ring that names a task is a reason to look at that one; of the others, a watcher knows
  // more, here or in another process.
  const open = new Set(openTasks(state));
  const areNamed = rings.size > 0 && [...rings].every((id) => open.has(id));
  if (!areNamed) return bringForward(state, open, nowMs);
  const others = [...open].filter((taskId) => !rings.has(taskId));
  const later = putOff(state, others, () => nowMs + intervalMs * world.random());
  return bringForward(later, rings, nowMs);
}

const lookAtDue = async (state: WaitState, settings: WaitSettings, world: WaitWorld) =>
  await pollUntilDone(state, settings, world, world.nowMs());

/** Waits in the execution to the end, and says afterwards why. */
async function stayAwake(
  context: IExecuteFunctions,
  state: WaitState,
  reason: string | undefined,
  { settings }: Wait,
  world: WaitWorld,
): Promise<WaitState> {
  const ended = await pollUntilDone(state, settings, world);
  if (reason !== undefined)
    context.addExecutionHints?.({
      type: 'info',
      location: 'outputPane',
      message: `This execution kept running while it waited, because ${reason}. A restart of n8n would have ended it, but not the video tasks.`,
    });
  return ended;
}
