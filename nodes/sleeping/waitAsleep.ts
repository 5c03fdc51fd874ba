import type { IExecuteFunctions } from 'n8n-workflow';
import { pollUntilDone, type WaitWorld } from '../waiting/pollUntilDone';
import type { WaitSettings } from '../waiting/settings';
import type { WaitState } from '../waiting/watch';
import { bringForward, openTasks, type Sleeper } from './agenda';
import type { SleepChoices } from './choices';
import { findNightService, type NightService } from './nightService';
import { comeAgain, findBed, layDown } from './layDown';
import { readNotes, storeNotes, tearUpNotes, type Notes } from './notes';
import { graceAfterTimerMs, timerMs } from './timer';
import { endWatch } from './watchmen';
import { joinStates, keepTasks, putOff } from './wakeUp';
import { whyAwake } from './whyAwake';

export interface Wait {
  taskIds: string[];
  /** How many accounts of the service the tasks belong to. */
  accounts: number;
  settings: WaitSettings;
  choices: SleepChoices;
  /** Adds the tasks that are not watched yet, each with its time limit. */
  watch(state: WaitState, taskIds: string[], nowMs: number): WaitState;
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
  const { settings, choices } = wait;
  const nowMs = world.nowMs();
  const notes = readNotes(context);
  const taskIds = wait.taskIds.filter((taskId) => !notes.gone.includes(taskId));
  let state = await lookAtDue(wakeUp(context, notes, taskIds, wait, world), settings, world);

  const ended = (all: WaitState): Visit => {
    tearUpNotes(context);
    return { kind: 'ended', state: all, leaving: new Set(taskIds) };
  };
  if (openTasks(state).length === 0) return ended(state);

  const bed = findBed(context);
  const awakeFor = (reason: string | undefined) => stayAwake(context, state, reason, wait, world);
  if (choices.stayAwake) return ended(await awakeFor(undefined));
  const reason =
    whyAwake(context, choices.subWorkflowMaySleep) ??
    (wait.accounts > 1 ? 'its rows use several accounts of the service' : undefined) ??
    (bed === undefined ? 'this version of n8n works differently inside' : undefined);
  if (reason !== undefined || bed === undefined) return ended(await awakeFor(reason));

  if (choices.release === 'asTheyCome') {
    const isEnded = (taskId: string) => state.tasks[taskId]?.outcome !== undefined;
    const leaving = taskIds.filter((id) => isEnded(id) && wait.mayLeave(id, state));
    if (leaving.length > 0) {
      const rest = keepTasks(state, (taskId) => !leaving.includes(taskId));
      const gone = [...notes.gone, ...leaving];
      storeNotes(context, { ...notes, state: rest, gone, rings: [], sleeps: 0 });
      comeAgain(bed);
      return { kind: 'some', state, leaving: new Set(leaving) };
    }
  }

  let night: NightService | undefined;
  if (choices.watch) {
    night = await findNightService(context, nowMs);
    if (night === undefined) return ended(await awakeFor('n8n can’t reach its own address'));
  } else if (notes.sleeps > 0 && world.nowMs() - nowMs > freshMs) {
    // Nobody heard who called meanwhile.
    state = await lookAtDue(bringForward(state, openTasks(state), world.nowMs()), settings, world);
    if (openTasks(state).length === 0) return ended(state);
  }

  const untilMs = timerMs(state, world, choices.watch);
  storeNotes(context, { ...notes, state, sleeps: notes.sleeps + 1, rings: [] });
  await layDown(context, bed, untilMs);
  night?.watchOver(toSleeper(context, state, wait, untilMs));
  return { kind: 'asleep', state, untilMs };
}

/** The wait as it is known now: what was stored, and what the watchman saw since. */
function wakeUp(
  context: IExecuteFunctions,
  notes: Notes,
  taskIds: string[],
  { watch, settings: { intervalMs } }: Wait,
  world: WaitWorld,
): WaitState {
  const nowMs = world.nowMs();
  const seen = endWatch(context.getExecutionId());
  const state = watch(joinStates(notes.state, seen, nowMs), taskIds, nowMs);
  if (notes.sleeps === 0 || (seen !== undefined && notes.rings.length === 0)) return state;

  // A ring that names a task is a reason to look at that one; of the others, a watchman knows
  // more, here or in another process.
  const open = openTasks(state);
  const areNamed = notes.rings.length > 0 && notes.rings.every((id) => open.includes(id));
  if (!areNamed) return bringForward(state, open, nowMs);
  const others = open.filter((taskId) => !notes.rings.includes(taskId));
  const later = putOff(state, others, () => nowMs + intervalMs * world.random());
  return bringForward(later, notes.rings, nowMs);
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

function toSleeper(
  context: IExecuteFunctions,
  state: WaitState,
  { settings, choices }: Wait,
  untilMs: number,
): Omit<Sleeper, 'resumeUrl'> {
  return {
    executionId: context.getExecutionId(),
    state: keepTasks(state, (taskId) => state.tasks[taskId]?.outcome === undefined),
    settings,
    eager: choices.release === 'asTheyCome',
    dismissAtMs: untilMs + graceAfterTimerMs,
  };
}
