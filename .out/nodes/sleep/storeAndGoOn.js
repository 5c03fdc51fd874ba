"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.mayStore = mayStore;
exports.storeAndGoOn = storeAndGoOn;
const callExecution_1 = require("../call/callExecution");
const canReach_1 = require("../call/canReach");
const knownSleeps_1 = require("../call/knownSleeps");
const requester_1 = require("../call/requester");
const sleep_1 = require("../concurrency/sleep");
const ownAddresses_1 = require("../n8n/ownAddresses");
const whenStored_1 = require("../n8n/whenStored");
const starting_1 = require("../restart/starting");
const timer_1 = require("../restart/timer");
const putToSleep_1 = require("./putToSleep");
const sleepRecord_1 = require("./sleepRecord");
const whyAwake_1 = require("./whyAwake");
const wokenTwice_1 = require("./wokenTwice");
const timerMs = timer_1.soonestSetMs + 5_000;
const pausesMs = [0, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];
async function mayStore(context) {
    if ((0, whyAwake_1.whyAwake)(context) !== undefined || (0, putToSleep_1.findStackPlace)(context) === undefined)
        return false;
    if ((0, wokenTwice_1.mayBeReadAwake)((0, sleepRecord_1.readSleepRecord)(context).timersMs, Date.now()))
        return false;
    return await (0, canReach_1.canReach)((0, requester_1.lendCaller)(context), (0, ownAddresses_1.readOwnAddresses)(context), Date.now());
}
async function storeAndGoOn(context) {
    const place = (0, putToSleep_1.findStackPlace)(context);
    if (place === undefined)
        return false;
    const { executionId, timersMs } = (0, sleepRecord_1.readSleepRecord)(context);
    const addresses = (0, ownAddresses_1.readOwnAddresses)(context);
    const caller = (0, requester_1.lendCaller)(context);
    const nowMs = Date.now();
    const untilMs = nowMs + timerMs;
    const id = `${Math.random()}`;
    (0, sleepRecord_1.storeSleepRecord)(context, {
        executionId,
        sleep: { id, sinceMs: nowMs, process: starting_1.processMark, addresses, isDue: true },
        timersMs: [...timersMs, untilMs],
    });
    (0, knownSleeps_1.noteSleep)(executionId, id);
    if (!(await (0, putToSleep_1.putToSleep)(context, place, untilMs))) {
        (0, sleepRecord_1.storeSleepRecord)(context, { executionId, timersMs });
        return false;
    }
    (0, whenStored_1.whenStored)(context, (isAsleep) => {
        if (isAsleep)
            void callBack(executionId, addresses, caller);
    });
    return true;
}
async function callBack(executionId, { resumeUrl }, caller) {
    for (const pauseMs of pausesMs) {
        if (pauseMs > 0)
            await (0, sleep_1.sleep)(pauseMs);
        if ((await (0, callExecution_1.callExecution)(caller, { executionId, resumeUrl })) === 'heard')
            return;
    }
}
