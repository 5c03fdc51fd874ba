"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.observeTask = observeTask;
exports.endAtDeadline = endAtDeadline;
const endOf_1 = require("../tasks/endOf");
const resultUrl_1 = require("../tasks/resultUrl");
const howOften_1 = require("./howOften");
const keepOpen_1 = require("./keepOpen");
const readFaults_1 = require("./readFaults");
const settings_1 = require("./settings");
const startWait_1 = require("./startWait");
function observeTask(before, answer, context, { heard, accepted }) {
    const watch = { ...before, polls: before.polls + 1 };
    switch (answer.kind) {
        case 'task':
            return readTask(watch, answer.task, context);
        case 'refused':
            return (0, startWait_1.end)({ ...watch, lastFault: answer.reason }, 'refused', context.nowMs);
        case 'notFound':
            return (0, readFaults_1.readNotFound)({ ...watch, keyRefusals: undefined }, answer.reason, context);
        case 'keyRefused':
            return (0, readFaults_1.readKeyRefused)(watch, answer, context, accepted);
        case 'contradiction':
            return (0, readFaults_1.readContradiction)(watch, answer.reason, context);
        case 'silent':
            return (0, readFaults_1.retryLater)({ ...watch, notFoundInRow: 0 }, answer, heard === true ? context : (0, readFaults_1.probing)(context));
        case 'busy':
        case 'fault':
            return (0, readFaults_1.retryLater)({ ...watch, notFoundInRow: 0 }, answer, context);
    }
}
function readTask(before, task, context) {
    const { nowMs, settings, random, callsArrive, othersKeepPace } = context;
    const watch = {
        ...noteProgress(before, task, nowMs),
        task,
        faultsInRow: 0,
        lastFault: undefined,
        notFoundInRow: 0,
        contradictionsInRow: 0,
        keyRefusals: undefined,
    };
    const isCallAwaited = callsArrive === true && watch.isCalled === true;
    const delayMs = isCallAwaited
        ? (0, howOften_1.patientDelayMs)(watch, nowMs, settings, random)
        : (0, howOften_1.lookDelayMs)(watch, nowMs, settings, random, othersKeepPace);
    const again = {
        ...watch,
        task: (0, keepOpen_1.keepOpen)(task),
        nextAskAtMs: nowMs + delayMs,
    };
    const ending = (0, endOf_1.endOf)(task.status);
    if (ending === 'failed')
        return (0, startWait_1.end)(watch, 'failed', nowMs);
    if (ending === undefined)
        return { ...again, withoutResultInRow: 0 };
    if ((0, resultUrl_1.resultUrl)(task) !== undefined)
        return (0, startWait_1.end)(watch, 'completed', nowMs);
    const withoutResultInRow = watch.withoutResultInRow + 1;
    return withoutResultInRow >= settings_1.missingResultTolerance.answers
        ? (0, startWait_1.end)({ ...watch, withoutResultInRow }, 'withoutResult', nowMs)
        : { ...again, withoutResultInRow };
}
function noteProgress(taskWait, task, atMs) {
    if (typeof task.progress !== 'number' || !Number.isFinite(task.progress))
        return taskWait;
    const point = { percent: task.progress, atMs };
    const { firstProgress = point, lastProgress } = taskWait;
    const earlier = lastProgress && { earlierProgress: lastProgress };
    return { ...taskWait, firstProgress, ...earlier, lastProgress: point };
}
function endAtDeadline(taskWait, { kind }, nowMs) {
    if (taskWait.outcome !== undefined)
        return taskWait;
    if (nowMs >= taskWait.deadlineAtMs)
        return (0, startWait_1.end)(taskWait, kind === 'keyRefused' && taskWait.task === undefined ? 'unauthorized' : 'timedOut', nowMs);
    return { ...taskWait, nextAskAtMs: Math.min(taskWait.nextAskAtMs, taskWait.deadlineAtMs) };
}
