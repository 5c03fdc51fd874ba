"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.longestTimeoutMs = exports.mostStartsPerTurn = void 0;
exports.requestTimeoutMs = requestTimeoutMs;
exports.urgencyOf = urgencyOf;
const howOften_1 = require("./howOften");
exports.mostStartsPerTurn = 100;
exports.longestTimeoutMs = 30_000;
const shortestTimeoutMs = 5_000;
function requestTimeoutMs({ deadlineAtMs }, nowMs) {
    return Math.min(Math.max(deadlineAtMs - nowMs, shortestTimeoutMs), exports.longestTimeoutMs);
}
function urgencyOf(taskWait, nowMs, { intervalMs }) {
    if (nowMs >= taskWait.deadlineAtMs)
        return 'lastLook';
    if (taskWait.polls === 0 && taskWait.earlierProgress === undefined)
        return 'likelyEnd';
    return (0, howOften_1.foreseenEndMs)(taskWait) - nowMs <= intervalMs ? 'likelyEnd' : 'routine';
}
