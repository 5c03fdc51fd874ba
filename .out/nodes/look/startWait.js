"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.startWait = startWait;
exports.waitForTasks = waitForTasks;
exports.startTaskWait = startTaskWait;
exports.end = end;
const clock_1 = require("./clock");
function startWait() {
    return { tasks: {}, pausedUntilMs: 0 };
}
function waitForTasks(state, taskIds, nowMs, timeoutMs) {
    const limitOf = (taskId) => typeof timeoutMs === 'number' ? timeoutMs : (timeoutMs.get(taskId) ?? 0);
    const known = (0, clock_1.followClock)(state, nowMs);
    const added = taskIds.filter((taskId) => !Object.hasOwn(state.tasks, taskId));
    const entries = [
        ...Object.entries(known.tasks),
        ...added.map((id) => [id, startTaskWait(nowMs, limitOf(id))]),
    ];
    return { ...known, tasks: Object.fromEntries(entries) };
}
function startTaskWait(nowMs, timeoutMs) {
    return {
        startedAtMs: nowMs,
        deadlineAtMs: nowMs + timeoutMs,
        nextAskAtMs: nowMs,
        polls: 0,
        faultsInRow: 0,
        notFoundInRow: 0,
        withoutResultInRow: 0,
    };
}
function end(taskWait, outcome, nowMs) {
    return { ...taskWait, outcome, endedAtMs: nowMs };
}
