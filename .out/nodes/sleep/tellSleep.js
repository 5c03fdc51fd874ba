"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.tellSleep = tellSleep;
exports.describeSleep = describeSleep;
exports.showSleep = showSleep;
const clockTime_1 = require("../text/clockTime");
const showProgress_1 = require("../look/showProgress");
const inTurns_1 = require("../concurrency/inTurns");
const taskJson_1 = require("../tasks/taskJson");
const mostTasksNamed = 5;
function tellSleep(context, state, sleep) {
    const timeZone = context.getTimezone?.();
    const message = describeSleep(state, { ...sleep, timeZone });
    context.addExecutionHints?.({ type: 'info', location: 'outputPane', message });
}
function describeSleep({ tasks, pausedUntilMs }, { nowMs, untilMs, isWatched, timeZone }) {
    const all = Object.entries(tasks);
    const open = all.filter(([, { outcome }]) => outcome === undefined);
    const named = open.slice(0, mostTasksNamed).map(describeOpen);
    const left = open.length - named.length;
    const soonestMs = open.reduce((first, [, taskWait]) => Math.min(first, taskWait.nextAskAtMs), Infinity);
    const nextMs = isWatched ? Math.min(Math.max(soonestMs, pausedUntilMs), untilMs) : untilMs;
    return [
        `Went to sleep at ${(0, clockTime_1.clockTime)(nowMs, timeZone)}. `,
        all.length > 1 ? `${all.length - open.length} of ${all.length} tasks have ended. ` : '',
        named.join('; '),
        left > 0 ? `; and ${left} more` : '',
        `. The next look is at ${(0, clockTime_1.clockTime)(nextMs, timeZone)}.`,
    ].join('');
}
function describeLooks(looks) {
    if (looks === 0)
        return 'not looked at yet';
    return looks === 1 ? 'looked at once' : `looked at ${looks} times`;
}
function describeOpen([taskId, taskWait]) {
    const isNew = taskWait.polls === 0 && taskWait.task === undefined;
    const seen = isNew ? '' : `${(0, showProgress_1.describeProgress)(taskWait)}, `;
    return `Task ${taskId}: ${seen}${describeLooks(taskWait.polls)}`;
}
async function showSleep(items, state, untilMs) {
    const shown = await (0, inTurns_1.mapInTurns)(items, ({ itemIndex, taskId, label }) => {
        if (taskId === undefined)
            return [];
        const taskWait = state.tasks[taskId];
        const next = Math.min(taskWait?.nextAskAtMs ?? untilMs, untilMs);
        return {
            json: {
                ...(0, taskJson_1.taskJson)(taskId, taskWait?.task),
                ...(label !== undefined && { label }),
                looks: taskWait?.polls ?? 0,
                ...(taskWait?.outcome === undefined && { nextLook: new Date(next).toISOString() }),
                note: 'The execution is asleep while this task is worked on. It wakes by itself when the video is ready.',
            },
            pairedItem: { item: itemIndex },
        };
    });
    return shown.flat();
}
