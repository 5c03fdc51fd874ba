"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.broughtForward = void 0;
exports.joinStates = joinStates;
exports.reopen = reopen;
exports.keepTasks = keepTasks;
exports.putOff = putOff;
exports.bringForward = bringForward;
exports.lookSoonAtCalled = lookSoonAtCalled;
exports.openTasks = openTasks;
const certain = new Set(['completed', 'failed', 'timedOut']);
function joinStates(stored, seen, nowMs) {
    if (seen === undefined)
        return stored;
    const newer = Object.entries(seen.tasks).flatMap(([taskId, taskWait]) => {
        if (stored.tasks[taskId] === undefined)
            return [];
        if (taskWait.outcome === undefined || certain.has(taskWait.outcome))
            return [[taskId, taskWait]];
        return [[taskId, openAgain(taskWait, nowMs)]];
    });
    return {
        ...stored,
        ...seen,
        tasks: Object.fromEntries([...Object.entries(stored.tasks), ...newer]),
        pausedUntilMs: Math.max(stored.pausedUntilMs, seen.pausedUntilMs),
    };
}
const settled = new Set(['completed', 'failed']);
function reopen(state, nowMs) {
    const tasks = Object.entries(state.tasks).map(([taskId, taskWait]) => [
        taskId,
        taskWait.outcome === undefined || settled.has(taskWait.outcome)
            ? taskWait
            : openAgain(taskWait, nowMs),
    ]);
    return { ...state, tasks: Object.fromEntries(tasks) };
}
function openAgain(taskWait, nowMs) {
    const open = { ...taskWait, nextAskAtMs: nowMs };
    delete open.outcome;
    delete open.endedAtMs;
    return open;
}
function keepTasks(state, keep) {
    const kept = Object.entries(state.tasks).filter(([taskId]) => keep(taskId));
    return { ...state, tasks: Object.fromEntries(kept) };
}
function putOff(state, taskIds, atMs) {
    const later = new Set(taskIds);
    const tasks = Object.entries(state.tasks).map(([taskId, taskWait]) => [
        taskId,
        later.has(taskId)
            ? { ...taskWait, nextAskAtMs: Math.max(taskWait.nextAskAtMs, atMs()) }
            : taskWait,
    ]);
    return { ...state, tasks: Object.fromEntries(tasks) };
}
function bringForward(state, taskIds, atMs) {
    const soon = new Set(taskIds);
    const tasks = Object.entries(state.tasks).map(([taskId, taskWait]) => [
        taskId,
        soon.has(taskId) && taskWait.outcome === undefined ? (0, exports.broughtForward)(taskWait, atMs) : taskWait,
    ]);
    return { ...state, tasks: Object.fromEntries(tasks) };
}
const broughtForward = (taskWait, atMs) => ({
    ...taskWait,
    nextAskAtMs: Math.min(taskWait.nextAskAtMs, atMs),
    firstAskAtMs: undefined,
});
exports.broughtForward = broughtForward;
function lookSoonAtCalled(state, atMs) {
    const called = openTasks(state).filter((taskId) => state.tasks[taskId]?.isCalled === true);
    return called.length === 0 ? state : bringForward(state, called, atMs);
}
function openTasks({ tasks }) {
    return Object.keys(tasks).filter((taskId) => tasks[taskId]?.outcome === undefined);
}
