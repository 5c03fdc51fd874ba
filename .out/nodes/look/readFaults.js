"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readNotFound = readNotFound;
exports.readKeyRefused = readKeyRefused;
exports.readContradiction = readContradiction;
exports.probing = probing;
exports.retryLater = retryLater;
const howOften_1 = require("./howOften");
const contact_1 = require("./contact");
const settings_1 = require("./settings");
const startWait_1 = require("./startWait");
function readNotFound(taskWait, reason, context) {
    const { nowMs, settings, random } = context;
    const notFoundSinceMs = taskWait.notFoundInRow > 0 ? (taskWait.notFoundSinceMs ?? nowMs) : nowMs;
    const missing = {
        ...taskWait,
        lastFault: reason,
        faultsInRow: taskWait.faultsInRow + 1,
        notFoundInRow: taskWait.notFoundInRow + 1,
        notFoundSinceMs,
        nextAskAtMs: nowMs + (0, howOften_1.lookDelayMs)(taskWait, nowMs, settings, random),
    };
    const believed = missing.notFoundInRow >= settings_1.notFoundTolerance.answers &&
        nowMs - notFoundSinceMs >= settings_1.notFoundTolerance.durationMs;
    return believed ? (0, startWait_1.end)(missing, 'notFound', nowMs) : missing;
}
function readKeyRefused(before, answer, context, accepted) {
    const keyRefusals = (0, settings_1.extendStreak)(before.keyRefusals, context.nowMs);
    const taskWait = retryLater({ ...before, keyRefusals }, answer, probing(context));
    return (0, contact_1.keyIsRefused)(keyRefusals, accepted, context.nowMs)
        ? (0, startWait_1.end)(taskWait, 'unauthorized', context.nowMs)
        : taskWait;
}
function readContradiction(before, reason, { nowMs, settings, random }) {
    const contradictionsInRow = (before.contradictionsInRow ?? 0) + 1;
    const watch = {
        ...before,
        contradictionsInRow,
        faultsInRow: before.faultsInRow + 1,
        lastFault: reason,
        nextAskAtMs: nowMs + (0, howOften_1.lookDelayMs)(before, nowMs, settings, random),
    };
    return contradictionsInRow >= settings_1.contradictionTolerance.answers
        ? (0, startWait_1.end)(watch, 'contradiction', nowMs)
        : watch;
}
function probing(context) {
    const intervalMs = Math.min(context.settings.intervalMs, settings_1.longestProbeIntervalMs);
    return { ...context, settings: { ...context.settings, intervalMs } };
}
function retryLater(taskWait, answer, { nowMs, settings, random }) {
    const faultsInRow = taskWait.faultsInRow + 1;
    const delayMs = (0, howOften_1.backoffDelayMs)(faultsInRow, answer.retryAfterMs, settings, random);
    return { ...taskWait, faultsInRow, lastFault: answer.reason, nextAskAtMs: nowMs + delayMs };
}
