"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.expectCreated = expectCreated;
exports.expectSoon = expectSoon;
const howOften_1 = require("../look/howOften");
const WaitItem_1 = require("./WaitItem");
function expectCreated(state, items) {
    const created = new Map();
    for (const item of items) {
        const key = (0, WaitItem_1.keyOf)(item);
        if (key !== undefined && item.created !== undefined)
            created.set(key, item.created);
    }
    if (created.size === 0)
        return state;
    const tasks = Object.entries(state.tasks).map(([key, taskWait]) => {
        const task = created.get(key);
        const isUnseen = taskWait.task === undefined && taskWait.polls === 0;
        return [key, task !== undefined && isUnseen ? { ...taskWait, task } : taskWait];
    });
    return { ...state, heard: true, accepted: true, tasks: Object.fromEntries(tasks) };
}
function expectSoon(state, created, { nowMs, settings, random }) {
    if (created.size === 0)
        return state;
    const tasks = Object.entries(state.tasks).map(([taskId, taskWait]) => {
        const task = created.get(taskId);
        const isNew = taskWait.startedAtMs === nowMs && taskWait.polls === 0;
        if (task === undefined || !isNew)
            return [taskId, taskWait];
        return [taskId, (0, howOften_1.startBehind)(taskWait, task, { nowMs, settings, random })];
    });
    return { ...state, tasks: Object.fromEntries(tasks) };
}
