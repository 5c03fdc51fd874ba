import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { sleep as pause } from '../concurrency/sleep';
import { hasNumber } from '../n8n/engineOf';
import { instanceTypeOf } from '../n8n/howItRuns';
import { isToolCall } from '../n8n/toolCall';
import { whenStored } from '../n8n/whenStored';
import {
  isAtWorkElsewhere,
  noteAtWork,
  endSleep,
  findNewerSleep,
  isCalled,
  isQueuedBeside,
  noteSleep,
} from '../call/knownSleeps';
import { roster } from '../restart/roster';
import { allowRetry, endRun, findStackPlace, hasGoneOn, putToSleep } from './putToSleep';
import { canReach } from '../call/canReach';
import { lendCaller, type Caller } from '../call/requester';
import {
  readRoster,
  readSleepRecord,
  storeSleepRecord,
  type SleepRecord,
  type StoredSleep,
} from './sleepRecord';
import { askStartup, type Startup, processAgeMs, processMark } from '../restart/starting';
import { storedTaskIds } from './storedWait';
import { decide, wakingTable, type Waking } from './table';
import { returnTimerMs, shortestSleepMs } from '../restart/timer';
import { mayBeQueuedTwice, timersLeft } from './wokenTwice';

// n8n looks for due executions once a minute: in the first, it queues each for its timer once.
const firstMinuteMs = 60_000;
const startPauseMs = 250;
// A call would meet another copy that stands in n8n's queue right behind this one.
const copiesPassMs = 1_000;

const firstVisit: Waking = {
  ...{ hasSlept: false, isAtWork: false, isOlder: false, isDoubtful: false },
  ...{ canBeCalled: false, startup: 'up' },
};

/**
 * What a visit of a node begins with, before it does anything: where the execution comes from a
 * sleep, it may not go on yet, or not in this copy.
 *
 * @returns false when the node is to go to its work; otherwise it gives out nothing
 * @throws when n8n has gone on without a sleep: what the node gave out to be shown is no result
 */
export async function arise(context: IExecuteFunctions): Promise<boolean> {
  allowRetry(context);
  const record = readSleepRecord(context);
  const { sleep } = record;
  // Agents may call a tool several times within one execution.
  const isRun = hasNumber(context) && !isToolCall(context);
  const isAtWork = isRun && isAtWorkElsewhere(context);
  if (sleep === undefined) {
    if (decide(wakingTable, { ...firstVisit, isAtWork }) === 'stepAside') return stepAside(context);
    noteAtWork(context);
    return false;
  }
  if (hasGoneOn(context)) {
    storeSleepRecord(context, { executionId: record.executionId, timersMs: record.timersMs });
    throw new UserError('n8n went on although this execution was asleep', {
      description: `What this node has handed on are no videos. Nothing new was ordered or charged. Look at the tasks with Get Status: ${storedTaskIds(context).join(', ')}.`,
    });
  }
  const { executionId } = record;
  const { sinceMs } = sleep;
  const caller = lendCaller(context);
  const isElsewhere = sleep.process !== undefined && sleep.process !== processMark;
  const isMain = instanceTypeOf(context) === 'main';
  // In queue mode, n8n marks executions as running before it queues them: there is one copy of each,
  // and the newest sleep may have been on another worker.
  const isWorker = instanceTypeOf(context) === 'worker';
  const nowMs = Date.now();

  let startup = await startupOf(sleep, caller, isMain && isElsewhere);
  const newer = isWorker ? undefined : findNewerSleep(executionId, sleep.id);
  const isDoubtful = !isWorker && mayBeDoubled(context, record, sleep, { isElsewhere, nowMs });
  const step = decide(wakingTable, {
    hasSlept: true,
    isAtWork,
    isOlder: newer !== undefined,
    isDoubtful,
    canBeCalled: isDoubtful && (await canBeCalled(sleep, caller, nowMs)),
    startup,
  });
  const listed = isMain && isElsewhere ? readRoster(sleep) : new Map();
  const waking = { timersMs: record.timersMs, isRung: sleep.isRung === true, nowMs };
  const goBack = async (next: StoredSleep, untilMs: number, then = () => {}) => {
    const place = findStackPlace(context);
    if (place === undefined) return false;
    // Those of a process that is gone went with it.
    const timersMs = [...(isElsewhere ? [] : timersLeft(waking)), untilMs];
    storeSleepRecord(context, { executionId, sleep: next, timersMs });
    whenStored(context, (isAsleep) => isAsleep && then());
    if (await putToSleep(context, place, untilMs)) return true;
    storeSleepRecord(context, { executionId, timersMs });
    return false;
  };

  // Also where this copy goes back to sleep: what it stores then lists nobody.
  if (startup === 'up') roster.adopt(listed, caller);

  switch (step) {
    case 'stepAside':
      return stepAside(context);
    case 'sleepUntilUp': {
      const back = { ...sleep };
      delete back.isRung;
      return await goBack(back, nowMs + shortestSleepMs, () => {
        void untilUp(sleep, caller).then(() => {
          roster.bringHome(executionId, sleep.addresses!, caller);
          roster.adopt(listed, caller);
        });
      });
    }
    case 'sleepOn': {
      roster.arrive(executionId);
      const isOnItsWay = isCalled(executionId, newer!);
      const untilMs = isOnItsWay ? returnTimerMs(nowMs, sinceMs) : nowMs + shortestSleepMs;
      const back = { ...sleep, id: newer! };
      delete back.roster;
      return await goBack(back, untilMs);
    }
    case 'sleepAndBeCalled': {
      endSleep(executionId, sleep.id);
      roster.arrive(executionId);
      const id = `${Math.random()}`;
      const addresses = sleep.addresses!;
      noteSleep(executionId, id);
      const next = { id, sinceMs, process: processMark, addresses };
      const untilMs = returnTimerMs(nowMs, sinceMs);
      return await goBack({ ...next, isDue: true }, untilMs, () => {
        roster.noteStored(executionId, addresses, { kind: 'leaf' }, untilMs - Date.now());
        void pause(copiesPassMs).then(() => roster.bringHome(executionId, addresses, caller));
      });
    }
    case 'holdUntilUp':
      for (; startup !== 'up'; startup = await askStartup(caller, sleep.addresses!.resumeUrl))
        await pause(startPauseMs);
      roster.adopt(listed, caller);
  }

  endSleep(executionId, sleep.id);
  noteAtWork(context);
  roster.arrive(executionId);
  // A timer that has gone off and stays in the list keeps the execution awake from now on.
  const timersMs = step === 'lookAndStayAwake' ? [...record.timersMs, nowMs] : timersLeft(waking);
  storeSleepRecord(context, { executionId, timersMs });
  return false;
}

/** The other copy does all that is left to do. */
function stepAside(context: IExecuteFunctions): true {
  endRun(context);
  return true;
}

async function startupOf(
  { addresses }: StoredSleep,
  caller: Caller,
  mayBeStarting: boolean,
): Promise<Startup> {
  if (!mayBeStarting || addresses === undefined) return 'up';
  return await askStartup(caller, addresses.resumeUrl);
}

async function untilUp({ addresses }: StoredSleep, caller: Caller): Promise<void> {
  while ((await askStartup(caller, addresses!.resumeUrl)) !== 'up') await pause(startPauseMs);
}

async function canBeCalled(
  { addresses }: StoredSleep,
  caller: Caller,
  nowMs: number,
): Promise<boolean> {
  return addresses !== undefined && (await canReach(caller, addresses, nowMs));
}

/** Whether n8n may have queued the execution more than once. */
function mayBeDoubled(
  context: IExecuteFunctions,
  { executionId, timersMs }: SleepRecord,
  { id, isRung }: StoredSleep,
  { isElsewhere, nowMs }: { isElsewhere: boolean; nowMs: number },
): boolean {
  const wasRung = isRung === true;
  const isAnew = instanceTypeOf(context) === 'main' && isElsewhere;
  const isQueuedOnce = !wasRung && processAgeMs() < firstMinuteMs;
  // n8n has set the timer of the last sleep anew; those before went with their process.
  const itsOwn = isQueuedOnce ? [] : timersMs.slice(-1);
  return mayBeQueuedTwice({
    timersMs: isAnew ? itsOwn : timersMs,
    ...{ isRung: wasRung, isQueuedBeside: isQueuedBeside(executionId, id, wasRung), nowMs },
  });
}
