"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.findPlace = findPlace;
exports.fallAsleep = fallAsleep;
exports.toSleepingExecution = toSleepingExecution;
const howItRuns_1 = require("../n8n/howItRuns");
const ownAddresses_1 = require("../n8n/ownAddresses");
const whenStored_1 = require("../n8n/whenStored");
const customData_1 = require("./customData");
const roster_1 = require("../restart/roster");
const knownSleeps_1 = require("../call/knownSleeps");
const packRoster_1 = require("../restart/packRoster");
const putToSleep_1 = require("./putToSleep");
const sleepRecord_1 = require("./sleepRecord");
const storedWait_1 = require("./storedWait");
const tellSleep_1 = require("./tellSleep");
const starting_1 = require("../restart/starting");
const timer_1 = require("../restart/timer");
const watchers_1 = require("../watch/watchers");
const adjustWait_1 = require("../look/adjustWait");
async function findPlace(context, watcher) {
    if (watcher === undefined || (0, howItRuns_1.instanceTypeOf)(context) !== 'main')
        return { kind: 'alone' };
    return await roster_1.roster.takePlace(context.getExecutionId(), watcher.addresses, watcher.caller);
}
async function fallAsleep(context, world, state, wait, { stack, place, watcher, stored, taskIds, timersMs }) {
    const { breathe, choices } = wait;
    const executionId = context.getExecutionId();
    const untilMs = wakeAtMs(state, world, place, choices.watch);
    const sleeping = toSleepingExecution(context, state, wait, untilMs);
    await breathe();
    (0, storedWait_1.storeWait)(context, { ...stored, state, sleeps: stored.sleeps + 1, rings: [] });
    const id = `${world.random()}`;
    (0, sleepRecord_1.storeSleepRecord)(context, {
        executionId,
        sleep: {
            id,
            sinceMs: world.nowMs(),
            process: starting_1.processMark,
            addresses: watcher?.addresses ?? (0, ownAddresses_1.readOwnAddresses)(context),
            ...(place.kind === 'root' && { roster: (0, packRoster_1.packRoster)(place.lists) }),
        },
        timersMs: [...timersMs, untilMs],
    });
    (0, customData_1.noteInCustomData)(context, taskIds);
    (0, knownSleeps_1.noteSleep)(executionId, id);
    if (!(await (0, putToSleep_1.putToSleep)(context, stack, untilMs))) {
        (0, sleepRecord_1.storeSleepRecord)(context, { executionId, timersMs: [...timersMs] });
        roster_1.roster.arrive(executionId);
        return undefined;
    }
    (0, tellSleep_1.tellSleep)(context, state, { nowMs: world.nowMs(), untilMs, isWatched: choices.watch });
    await breathe();
    if (watcher === undefined)
        return untilMs;
    watcher.watchOver(sleeping);
    const onStored = (isAsleep) => {
        if (!isAsleep) {
            (0, watchers_1.endWatch)(executionId);
            roster_1.roster.arrive(executionId);
            return;
        }
        roster_1.roster.noteStored(executionId, watcher.addresses, place, untilMs - world.nowMs());
        (0, watchers_1.noteStored)(executionId);
    };
    (0, whenStored_1.whenStored)(context, onStored);
    return untilMs;
}
function wakeAtMs(state, world, place, isWatched) {
    switch (place.kind) {
        case 'root':
            return (0, timer_1.rootTimerMs)(state, world);
        case 'leaf':
            return (0, timer_1.leafTimerMs)(world);
        case 'alone':
            return (0, timer_1.timerMs)(state, world, isWatched);
    }
}
function toSleepingExecution(context, state, { settings, choices }, untilMs) {
    return {
        executionId: context.getExecutionId(),
        state: (0, adjustWait_1.keepTasks)(state, (taskId) => state.tasks[taskId]?.outcome === undefined),
        settings,
        eager: choices.release === 'asTheyCome',
        mayWakeElsewhere: (0, howItRuns_1.instanceTypeOf)(context) === 'worker',
        forgetAtMs: untilMs + timer_1.graceAfterTimerMs,
    };
}
