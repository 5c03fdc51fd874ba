"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.watchOver = watchOver;
exports.endWatch = endWatch;
exports.lookNow = lookNow;
exports.noteStored = noteStored;
const sleep_1 = require("../concurrency/sleep");
const setNewest_1 = require("../memory/setNewest");
const clock_1 = require("../look/clock");
const trustInCalls_1 = require("./trustInCalls");
const roster_1 = require("../restart/roster");
const canReach_1 = require("../call/canReach");
const Watcher_1 = require("./Watcher");
const watchers = new Map();
const clockSetByMs = ({ nowMs }) => {
    const byMs = Date.now() - nowMs();
    return Math.abs(byMs) < smallestSetMs ? 0 : byMs;
};
const smallestSetMs = 1_000;
const callsByAccount = new Map();
const mostAccounts = 1_000;
function callsOf(account) {
    const calls = callsByAccount.get(account) ?? (0, trustInCalls_1.expectCalls)();
    (0, setNewest_1.setNewest)(callsByAccount, account, calls, mostAccounts);
    return calls;
}
const whoWatches = (executionId) => [...watchers.values()].find(({ watcher }) => watcher.knows(executionId));
roster_1.roster.onOver = (executionId) => whoWatches(executionId)?.watcher.abandon(executionId);
function newPost(account) {
    const nowMs = (0, clock_1.steadyClock)(Date.now, () => performance.now());
    const onUnreachable = (resumeUrl) => (0, canReach_1.noteUnreachable)(resumeUrl, nowMs());
    const onOver = (executionId) => roster_1.roster.arrive(executionId);
    const world = { nowMs, sleep: sleep_1.sleep, random: Math.random, onUnreachable, onOver };
    return { watcher: new Watcher_1.Watcher(world, callsOf(account)), nowMs };
}
function watchOver(account, execution, requester) {
    const post = watchers.get(account) ?? newPost(account);
    watchers.set(account, post);
    const byMs = clockSetByMs(post);
    const { state, forgetAtMs } = execution;
    const moved = { state: (0, clock_1.moveBack)(state, byMs), forgetAtMs: forgetAtMs - byMs };
    post.watcher.watch({ ...execution, ...moved }, requester);
}
function endWatch(executionId) {
    const post = whoWatches(executionId);
    const seen = post?.watcher.release(executionId);
    for (const [account, { watcher }] of watchers)
        if (watcher.size === 0)
            watchers.delete(account);
    return seen && (0, clock_1.moveBack)(seen, -clockSetByMs(post));
}
async function lookNow(executionId, taskId) {
    return (await whoWatches(executionId)?.watcher.lookNow(executionId, taskId)) ?? true;
}
function noteStored(executionId) {
    whoWatches(executionId)?.watcher.noteStored(executionId);
}
