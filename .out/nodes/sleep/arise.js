"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.arise = arise;
const n8n_workflow_1 = require("n8n-workflow");
const sleep_1 = require("../concurrency/sleep");
const engineOf_1 = require("../n8n/engineOf");
const howItRuns_1 = require("../n8n/howItRuns");
const toolCall_1 = require("../n8n/toolCall");
const whenStored_1 = require("../n8n/whenStored");
const knownSleeps_1 = require("../call/knownSleeps");
const roster_1 = require("../restart/roster");
const putToSleep_1 = require("./putToSleep");
const canReach_1 = require("../call/canReach");
const requester_1 = require("../call/requester");
const sleepRecord_1 = require("./sleepRecord");
const starting_1 = require("../restart/starting");
const storedWait_1 = require("./storedWait");
const table_1 = require("./table");
const timer_1 = require("../restart/timer");
const wokenTwice_1 = require("./wokenTwice");
const firstMinuteMs = 60_000;
const startPauseMs = 250;
const copiesPassMs = 1_000;
const firstVisit = {
    ...{ hasSlept: false, isAtWork: false, isOlder: false, isDoubtful: false },
    ...{ canBeCalled: false, startup: 'up' },
};
async function arise(context) {
    (0, putToSleep_1.allowRetry)(context);
    const record = (0, sleepRecord_1.readSleepRecord)(context);
    const { sleep } = record;
    const isRun = (0, engineOf_1.hasNumber)(context) && !(0, toolCall_1.isToolCall)(context);
    const isAtWork = isRun && (0, knownSleeps_1.isAtWorkElsewhere)(context);
    if (sleep === undefined) {
        if ((0, table_1.decide)(table_1.wakingTable, { ...firstVisit, isAtWork }) === 'stepAside')
            return stepAside(context);
        (0, knownSleeps_1.noteAtWork)(context);
        return false;
    }
    if ((0, putToSleep_1.hasGoneOn)(context)) {
        (0, sleepRecord_1.storeSleepRecord)(context, { executionId: record.executionId, timersMs: record.timersMs });
        throw new n8n_workflow_1.UserError('n8n went on although this execution was asleep', {
            description: `What this node has handed on are no videos. Nothing new was ordered or charged. Look at the tasks with Get Status: ${(0, storedWait_1.storedTaskIds)(context).join(', ')}.`,
        });
    }
    const { executionId } = record;
    const { sinceMs } = sleep;
    const caller = (0, requester_1.lendCaller)(context);
    const isElsewhere = sleep.process !== undefined && sleep.process !== starting_1.processMark;
    const isMain = (0, howItRuns_1.instanceTypeOf)(context) === 'main';
    const isWorker = (0, howItRuns_1.instanceTypeOf)(context) === 'worker';
    const nowMs = Date.now();
    let startup = await startupOf(sleep, caller, isMain && isElsewhere);
    const newer = isWorker ? undefined : (0, knownSleeps_1.findNewerSleep)(executionId, sleep.id);
    const isDoubtful = !isWorker && mayBeDoubled(context, record, sleep, { isElsewhere, nowMs });
    const step = (0, table_1.decide)(table_1.wakingTable, {
        hasSlept: true,
        isAtWork,
        isOlder: newer !== undefined,
        isDoubtful,
        canBeCalled: isDoubtful && (await canBeCalled(sleep, caller, nowMs)),
        startup,
    });
    const listed = isMain && isElsewhere ? (0, sleepRecord_1.readRoster)(sleep) : new Map();
    const waking = { timersMs: record.timersMs, isRung: sleep.isRung === true, nowMs };
    const goBack = async (next, untilMs, then = () => { }) => {
        const place = (0, putToSleep_1.findStackPlace)(context);
        if (place === undefined)
            return false;
        const timersMs = [...(isElsewhere ? [] : (0, wokenTwice_1.timersLeft)(waking)), untilMs];
        (0, sleepRecord_1.storeSleepRecord)(context, { executionId, sleep: next, timersMs });
        (0, whenStored_1.whenStored)(context, (isAsleep) => isAsleep && then());
        if (await (0, putToSleep_1.putToSleep)(context, place, untilMs))
            return true;
        (0, sleepRecord_1.storeSleepRecord)(context, { executionId, timersMs });
        return false;
    };
    if (startup === 'up')
        roster_1.roster.adopt(listed, caller);
    switch (step) {
        case 'stepAside':
            return stepAside(context);
        case 'sleepUntilUp': {
            const back = { ...sleep };
            delete back.isRung;
            return await goBack(back, nowMs + timer_1.shortestSleepMs, () => {
                void untilUp(sleep, caller).then(() => {
                    roster_1.roster.bringHome(executionId, sleep.addresses, caller);
                    roster_1.roster.adopt(listed, caller);
                });
            });
        }
        case 'sleepOn': {
            roster_1.roster.arrive(executionId);
            const isOnItsWay = (0, knownSleeps_1.isCalled)(executionId, newer);
            const untilMs = isOnItsWay ? (0, timer_1.returnTimerMs)(nowMs, sinceMs) : nowMs + timer_1.shortestSleepMs;
            const back = { ...sleep, id: newer };
            delete back.roster;
            return await goBack(back, untilMs);
        }
        case 'sleepAndBeCalled': {
            (0, knownSleeps_1.endSleep)(executionId, sleep.id);
            roster_1.roster.arrive(executionId);
            const id = `${Math.random()}`;
            const addresses = sleep.addresses;
            (0, knownSleeps_1.noteSleep)(executionId, id);
            const next = { id, sinceMs, process: starting_1.processMark, addresses };
            const untilMs = (0, timer_1.returnTimerMs)(nowMs, sinceMs);
            return await goBack({ ...next, isDue: true }, untilMs, () => {
                roster_1.roster.noteStored(executionId, addresses, { kind: 'leaf' }, untilMs - Date.now());
                void (0, sleep_1.sleep)(copiesPassMs).then(() => roster_1.roster.bringHome(executionId, addresses, caller));
            });
        }
        case 'holdUntilUp':
            for (; startup !== 'up'; startup = await (0, starting_1.askStartup)(caller, sleep.addresses.resumeUrl))
                await (0, sleep_1.sleep)(startPauseMs);
            roster_1.roster.adopt(listed, caller);
    }
    (0, knownSleeps_1.endSleep)(executionId, sleep.id);
    (0, knownSleeps_1.noteAtWork)(context);
    roster_1.roster.arrive(executionId);
    const timersMs = step === 'lookAndStayAwake' ? [...record.timersMs, nowMs] : (0, wokenTwice_1.timersLeft)(waking);
    (0, sleepRecord_1.storeSleepRecord)(context, { executionId, timersMs });
    return false;
}
function stepAside(context) {
    (0, putToSleep_1.endRun)(context);
    return true;
}
async function startupOf({ addresses }, caller, mayBeStarting) {
    if (!mayBeStarting || addresses === undefined)
        return 'up';
    return await (0, starting_1.askStartup)(caller, addresses.resumeUrl);
}
async function untilUp({ addresses }, caller) {
    while ((await (0, starting_1.askStartup)(caller, addresses.resumeUrl)) !== 'up')
        await (0, sleep_1.sleep)(startPauseMs);
}
async function canBeCalled({ addresses }, caller, nowMs) {
    return addresses !== undefined && (await (0, canReach_1.canReach)(caller, addresses, nowMs));
}
function mayBeDoubled(context, { executionId, timersMs }, { id, isRung }, { isElsewhere, nowMs }) {
    const wasRung = isRung === true;
    const isAnew = (0, howItRuns_1.instanceTypeOf)(context) === 'main' && isElsewhere;
    const isQueuedOnce = !wasRung && (0, starting_1.processAgeMs)() < firstMinuteMs;
    const itsOwn = isQueuedOnce ? [] : timersMs.slice(-1);
    return (0, wokenTwice_1.mayBeQueuedTwice)({
        timersMs: isAnew ? itsOwn : timersMs,
        ...{ isRung: wasRung, isQueuedBeside: (0, knownSleeps_1.isQueuedBeside)(executionId, id, wasRung), nowMs },
    });
}
